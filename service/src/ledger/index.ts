export { openBook } from './accounts.ts'
export { post } from './post.ts'

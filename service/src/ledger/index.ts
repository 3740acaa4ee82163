export { type LockedAccounts, lockAccounts, openBook, openCreatorAccount } from './accounts.ts'
export { audit, auditInSnapshot, auditNewTransfers } from './audit.ts'
export { creatorAccount, dueFrom } from './chart.ts'
export { post, postings, type Transfer } from './post.ts'

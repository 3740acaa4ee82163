// The docs site at /docs. Read: contents.ts (the pages), site.ts (from Markdown to pages), reference.ts, errors.ts and
// states.ts (pages made from tables), snippets.ts (a call in three languages), markdown/ (the parser and the renderer),
// diagram.ts and diagram-layout.ts (state diagrams), shell.ts (around a page), feeds.ts (search, llms.txt), routes.ts.

export { docsRoutes } from './routes.ts'

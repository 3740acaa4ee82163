// Connect: the hosted flow in which a creator chooses how to be paid. Read: model.ts (steps; pure), links.ts and
// claims.ts (the ways in), store.ts, session.ts (link, session, draft), steps.ts and sign-in.ts (one function for each
// step), contracts.ts and consents.ts (what is agreed to), late-verdicts.ts and ask-again.ts (identity checks that end
// later), view.ts (what the page is told), schema.ts, routes.ts (links and invites), page.routes.ts, identity.routes.ts
// (the provider's callback).

export { askAgain } from './ask-again.ts'
export { consentsOfCreator } from './consents.store.ts'
export { type Contracts, connectContracts } from './contracts.ts'
export { identityRoutes } from './identity.routes.ts'
export { hasSharedSsn } from './identity-checks.store.ts'
export { connectPageRoutes } from './page.routes.ts'
export { connectRoutes } from './routes.ts'
export { closeConnect, forgetOldSessions } from './store.ts'

// The creator's own pages at /account. Read: session.ts and door.ts (sign-in), passkeys.ts with passkey-challenge.ts,
// recovery.ts (a forgotten password), home.ts (balance and movements), connections.ts, money.ts (bank account,
// withdrawals, deposit numbers), profile.ts, profile-changes.ts, security.ts (address, number, password, sessions),
// closing.ts; each with its *.routes.ts. It has no tables: those are of creators/, creator-withdrawals/ and the rooms
// that it shows.

export { accountHomeRoutes } from './routes.ts'

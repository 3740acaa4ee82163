// E-mails and SMS. Read: model.ts (kinds and their facts), queue.ts (written with the change that they are about),
// facts.ts, claim-token.ts, store.ts, send.ts (the courier's part), then the texts: texts.ts, creator-letters.ts and
// words/ (in the creator's language, by languages.store.ts), withdrawal-texts.ts, layout.ts. schema.ts is the sandbox's
// inbox.

export { openClaimToken } from './claim-token.ts'
export { messageFigures } from './figures.store.ts'
export { findLanguages, rememberLanguage, suggestLanguage } from './languages.store.ts'
export type { LoginChange, NewMessage, SecurityEvent } from './model.ts'
export { queueMessages, queueMessagesStatements } from './queue.ts'
export { findMailHtml, MessageQuery, MessageSchema, storedFilter, viewMessage } from './schema.ts'
export { messageSending } from './send.ts'
export { eraseMessages, listMessages } from './store.ts'

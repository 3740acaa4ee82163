export { checkCode, incorrectCode, sendCode } from './codes.ts'
export { createLogin, openAccount, recordIdentity } from './commands.ts'
export { type CreatorRow, maskMobile, requireMobile } from './model.ts'
export { hashPassword, passwordMatches } from './passwords.ts'
export {
  type CreatorSessionRow,
  deleteCreatorSession,
  findCreatorSession,
  forgetOldSignIns,
  insertCreatorSession,
  lockCreatorSession,
  updateCreatorSession,
} from './sign-in.store.ts'
export { type Credentials, signIn } from './sign-in.ts'
export {
  creatorContacts,
  findCreator,
  findCreatorByAccount,
  findCreatorByEmail,
  findCreatorEmails,
  findLogins,
  lockCreator,
  touchSignIn,
  updateCreator,
} from './store.ts'

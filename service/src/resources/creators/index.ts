export { checkCode, incorrectCode, sendCode } from './codes.ts'
export { createLogin, openAccount } from './commands.ts'
export { maskMobile, normalizeMobile } from './model.ts'
export { hashPassword, passwordMatches } from './passwords.ts'
export { type Credentials, signIn } from './sign-in.ts'
export {
  type CreatorRow,
  type CreatorSessionRow,
  deleteCreatorSession,
  findCreator,
  findCreatorByAccount,
  findCreatorByEmail,
  findCreatorSession,
  findLogins,
  forgetOldSignIns,
  insertCreatorSession,
  lockCreator,
  lockCreatorSession,
  touchSignIn,
  updateCreator,
  updateCreatorSession,
} from './store.ts'

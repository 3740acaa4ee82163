// Creators: logins, their factors, and the identity check. Read: model.ts (identity states; pure), passwords.ts,
// store.ts, commands.ts, sign-in.ts (sessions), codes.ts (second factor), device-cookie.ts, language.ts;
// addresses.store.ts, devices.store.ts and passkeys.store.ts keep what belongs to a login. The pages are in connect/ and
// account-home/.

export {
  deleteResetsOf,
  deleteSessionsOf,
  eraseLogin,
  insertReset,
  isEmailProven,
  markEmailProven,
  takeReset,
} from './addresses.store.ts'
export { type CodeRecipient, checkCode, incorrectCode, sendCode } from './codes.ts'
export {
  changeEmail,
  closeAccount,
  createProvenLogin,
  ensureCreator,
  holdAccountOpen,
  openAccount,
  recordIdentity,
} from './commands.ts'
export { deviceCookie, deviceIn } from './device-cookie.ts'
export { forgetDevicesOf, rememberDevice } from './devices.store.ts'
export { learnLanguage } from './language.ts'
export { type CreatorRow, emailOf, isUnfinished, maskMobile, normalizeMobile, ownData, requireMobile } from './model.ts'
export {
  deletePasskey,
  deletePasskeysOf,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  markPasskeyUsed,
  type NewPasskey,
  type PasskeyOwner,
  type PasskeyRow,
  renamePasskey,
} from './passkeys.store.ts'
export { hashPassword, passwordMatches } from './passwords.ts'
export {
  type CreatorSessionRow,
  deleteChange,
  deleteCreatorSession,
  deleteSessionById,
  findChange,
  findCreatorSession,
  forgetOldSignIns,
  insertCreatorSession,
  listCreatorSessions,
  lockCreatorSession,
  type PendingChange,
  putChange,
  type SessionSource,
  updateCreatorSession,
} from './sign-in.store.ts'
export { type Credentials, type SignInSource, signIn } from './sign-in.ts'
export {
  findCreator,
  findCreatorByAccount,
  findCreatorContacts,
  findCreatorEmails,
  findCreatorNames,
  findLogins,
  findLoginsAtBank,
  lockCreator,
  touchSignIn,
  updateCreator,
} from './store.ts'

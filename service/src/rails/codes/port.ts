/** Makes a verification code of six digits, to be sent by SMS. */
export type NewCode = () => string

/** Makes the verification codes that are sent to mobile numbers: six digits. */
export type NewCode = () => string

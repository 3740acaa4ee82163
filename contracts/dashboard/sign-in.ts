// JSON of `/dashboard/auth`, whose routes are those of the sign-in library. These are the parts that the pages read.

/** An element of `GET /list-sessions`: a browser in which the person is signed in. */
export interface PersonSession {
  readonly id: string
  readonly token: string
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
  readonly createdAt: string
}

/** `GET /get-session`: the session of the request. */
export type OwnSession = { readonly session?: Pick<PersonSession, 'id'> } | null

/** `POST /two-factor/enable`: the secret for the authenticator app, and codes that replace it once each. */
export interface Enrolment {
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

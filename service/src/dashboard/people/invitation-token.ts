import type { Environment } from '../../kernel/environment.ts'
import { hashToken, hashTokenFor } from '../../platform/tokens.ts'

/** An invitation's link works at the address of the environment that it was made at. */
export const invitationHash = (environment: Environment, token: string): Buffer =>
  hashTokenFor(`invitation ${environment}`, token)

/** The hashes that a link may be stored under. Version 0.1 bound its links, which last a week, to no environment. */
export const invitationHashes = (environment: Environment, token: string): readonly [Buffer, Buffer] => [
  invitationHash(environment, token),
  hashToken(token),
]

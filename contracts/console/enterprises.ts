import type { Environment } from '../environment.ts'

/** An API key as it is shown once, to the one who asked for it. */
export interface RequestedKey {
  readonly environment: Environment
  readonly id: string
  readonly key: string
}

import { cliText } from './cli.ts'
import type { ApiDocument } from './schema.ts'
import { typescriptText } from './typescript.ts'

/** The root of the repository. */
export const ROOT = new URL('../../', import.meta.url)

/** Every generated file, by its path below the root. */
export const generatedFiles = (document: ApiDocument): Record<string, string> => ({
  'sdk/typescript/src/generated/api.ts': typescriptText(document),
  'cli/src/generated/operations.ts': cliText(document),
})

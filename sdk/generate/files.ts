import { cliText } from './cli.ts'
import { docsText } from './docs.ts'
import { pythonTexts } from './python.ts'
import type { ApiDocument } from './schema.ts'
import { typescriptText } from './typescript.ts'

/** The root of the repository. */
export const ROOT = new URL('../../', import.meta.url)

/** Every generated file, by its path below the root. */
export function generatedFiles(document: ApiDocument): Record<string, string> {
  const { models, resources } = pythonTexts(document)
  return {
    'sdk/typescript/src/generated/api.ts': typescriptText(document),
    'cli/src/generated/operations.ts': cliText(document),
    'service/src/docs/sdk-calls.json': docsText(document),
    'sdk/python/src/tributary/_generated/models.py': models,
    'sdk/python/src/tributary/_generated/resources.py': resources,
  }
}

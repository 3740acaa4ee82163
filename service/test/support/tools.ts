import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** The path of a program that a bare machine may lack. */
function findTool(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder || '.', name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** For a test that needs a program. Without it the test is skipped, and its title says how to get it. */
export function needsTool(name: string, source: string): { readonly isMissing: boolean; readonly note: string } {
  const isMissing = findTool(name) === undefined
  return { isMissing, note: isMissing ? ` (skipped: ${name} is missing, ${source} has it)` : '' }
}

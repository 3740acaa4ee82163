import { readFile } from 'node:fs/promises'
import { StartError } from '../platform/start-error.ts'

/** The contents of the file that a setting names; the error names the setting. */
export async function readSecretFile(setting: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`${setting} cannot be read: ${error.message}.`)
  })
}

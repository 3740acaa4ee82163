import { readFile } from 'node:fs/promises'
import { StartError } from '../platform/start-error.ts'

/** The bytes of the file that a setting names; the error names the setting. */
export async function readSecretBytes(setting: string, file: string): Promise<Buffer> {
  return readFile(file).catch((error: Error) => {
    throw new StartError(`${setting} cannot be read: ${error.message}.`)
  })
}

export const readSecretFile = async (setting: string, file: string): Promise<string> =>
  (await readSecretBytes(setting, file)).toString('utf8')

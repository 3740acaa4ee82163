import { Finding } from '../../src/operator/command.ts'

/** The text of a list of checks, whether anything fails or not. */
export const said = (list: Promise<string[]>): Promise<string> =>
  list
    .then((lines) => lines.join('\n'))
    .catch((error: unknown) => {
      if (error instanceof Finding) return error.message
      throw error
    })

import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BankFolders, UPLOAD_MODE } from './port.ts'

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'

/** Local folders that the bank or its gateway reads from and writes to. */
export const folderTransport = ({ out, in: incoming }: { readonly out: string; readonly in: string }): BankFolders => ({
  async readOut(name) {
    try {
      return await readFile(join(out, name))
    } catch (error) {
      if (!isMissing(error)) throw error
      // A missing folder must not look like a missing file: this read fails then.
      await readdir(out)
      return undefined
    }
  },

  async writeOut(name, bytes) {
    const file = await open(join(out, name), 'w', UPLOAD_MODE)
    try {
      // The mode of `open` counts for a new file only, and less what the process masks.
      await file.chmod(UPLOAD_MODE)
      await file.writeFile(bytes)
      // The contents must be on disk before the rename: a power cut must not leave an empty file under the final name.
      await file.sync()
    } finally {
      await file.close()
    }
  },

  renameOut: (from, to) => rename(join(out, from), join(out, to)),
  listOut: () => readdir(out),
  removeOut: (name) => rm(join(out, name), { force: true }),

  async listIn() {
    const names = (await readdir(incoming, { withFileTypes: true })).filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.'),
    )
    return Promise.all(
      names.map(async ({ name }) => {
        const { size, mtimeMs } = await stat(join(incoming, name))
        return { name, size, modifiedMs: Math.floor(mtimeMs) }
      }),
    )
  },

  readIn: (name) => readFile(join(incoming, name)),
  close: async () => {},
})

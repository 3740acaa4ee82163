// npm run sdk: writes the generated files of the libraries and of the command from the API document.
import { writeFile } from 'node:fs/promises'
import { readDocument } from './document.ts'
import { generatedFiles, ROOT } from './files.ts'

for (const [path, text] of Object.entries(generatedFiles(await readDocument()))) {
  await writeFile(new URL(path, ROOT), text)
  process.stdout.write(`${path}\n`)
}

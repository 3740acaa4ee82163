import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { RESOURCES } from '../typescript/src/resources.ts'
import { API_VERSION, VERSION } from '../typescript/src/version.ts'
import { readDocument } from './document.ts'
import { generatedFiles, ROOT } from './files.ts'
import { operationsOf } from './schema.ts'

const document = await readDocument()
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8')

describe('the libraries', () => {
  it.each(Object.entries(generatedFiles(document)))(
    '%s is what `npm run sdk` makes of the API document',
    async (path, text) => {
      expect(await read(path)).toBe(text)
    },
  )

  it('have a method for every operation, each once, and none besides', () => {
    const called = Object.values(RESOURCES).flatMap((verbs) => Object.values(verbs))
    expect(called.toSorted()).toEqual(
      operationsOf(document)
        .map(({ id }) => id)
        .toSorted(),
    )
  })

  it('have the version of the service, and of its document', async () => {
    const { version } = JSON.parse(await read('package.json'))
    const versions = {
      typescript: JSON.parse(await read('sdk/typescript/package.json')).version,
      'version.ts': VERSION,
      cli: JSON.parse(await read('cli/package.json')).version,
      python: /^version = "(.+)"$/m.exec(await read('sdk/python/pyproject.toml'))?.[1],
      '_version.py': /^VERSION = "(.+)"$/m.exec(await read('sdk/python/src/tributary/_version.py'))?.[1],
    }
    for (const [name, found] of Object.entries(versions)) expect([name, found]).toEqual([name, version])
    const python = /^API_VERSION = "(.+)"$/m.exec(await read('sdk/python/src/tributary/_version.py'))?.[1]
    expect([API_VERSION, python]).toEqual([document.info.version, document.info.version])
  })
})

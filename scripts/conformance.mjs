// Writes docs/conformance.md: each row of the specification's tables, with the tests that prove it.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { conformanceDocument, readSpecification } from '../service/test/support/conformance.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
writeFileSync(join(root, 'docs/conformance.md'), conformanceDocument(readSpecification()))

import { afterAll } from 'vitest'
import { keepSentStatements } from './sent-statements.ts'
import { endAll } from './when-done.ts'

// A hook that is declared while another one runs is never called: `whenDone` collects, and this calls.
afterAll(endAll)
afterAll(keepSentStatements)

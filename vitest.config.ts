import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './service/test/support/longest-first.ts'
import { testFiles } from './service/test/support/test-needs.ts'

const files = testFiles()
const POSTGRES = 'service/test/support/global-setup.ts'
const CHROMIUM = 'service/test/support/browser-setup.ts'
const ENDINGS = 'service/test/support/after-each-file.ts'
const QUICK_PASSWORDS = 'service/test/support/quick-passwords.ts'
// PostgreSQL and the browser want cores too, and every worker has services with connections of their own.
const WORKERS_MAX = 6

/** Limits are for what hangs. A test that is only slow, beside whatever else the machine does, must pass. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000 }

export default defineConfig({
  test: {
    // Test files share the modules of their worker: loading the service again for each cost a third of the whole run.
    isolate: false,
    maxWorkers: Math.min(availableParallelism(), WORKERS_MAX),
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 60_000, interval: 20 } },
    ...PATIENCE,
    projects: [
      { extends: true, test: { name: 'pure', include: files.pure } },
      {
        extends: true,
        test: { name: 'database', include: files.database, globalSetup: [POSTGRES], setupFiles: [ENDINGS] },
      },
      {
        extends: true,
        test: { name: 'flows', include: files.flows, globalSetup: [POSTGRES], setupFiles: [ENDINGS, QUICK_PASSWORDS] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: files.browser,
          globalSetup: [POSTGRES, CHROMIUM],
          setupFiles: [ENDINGS, QUICK_PASSWORDS],
        },
      },
      {
        extends: true,
        // After all others: what starts processes is not to fight with them for cores.
        test: {
          name: 'programs',
          include: files.programs,
          globalSetup: [POSTGRES],
          setupFiles: [ENDINGS, QUICK_PASSWORDS],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

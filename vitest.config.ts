import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['service/src/**/*.test.ts', 'web/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['service/test/support/global-setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'flows',
          include: ['service/test/flows/**/*.test.ts'],
          globalSetup: ['service/test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['service/test/browser/**/*.test.ts'],
          globalSetup: ['service/test/support/global-setup.ts', 'service/test/support/browser-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { TestProject } from 'vitest/node'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** One Chromium for the whole run; each test opens a context of its own in it. */
    browserUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../../scripts/build-web.mjs')], { stdio: 'inherit' })
  const browser = await chromium.launchServer({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
  project.provide('browserUrl', browser.wsEndpoint())
  return () => browser.close()
}

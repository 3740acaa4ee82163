import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Without the sandbox as root, and with no traffic of the browser's own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  // Names for tests of one origin inside another; all of them are this machine.
  '--host-resolver-rules=MAP *.example.test 127.0.0.1',
]

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `CHROMIUM`, a browser of this machine, or one that Playwright has downloaded before. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM
  if (given) return given
  const folders = [...(process.env.PATH ?? '').split(':'), ...PLACES]
  const candidates = folders.flatMap((folder) => [...NAMES.map((name) => join(folder, name)), folder])
  const installed = candidates.filter((path) => NAMES.some((name) => path.endsWith(name)) || path.startsWith('/App'))
  return installed.find(isProgram) ?? [chromium.executablePath()].find(isProgram)
}

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const playwright = join(import.meta.dirname, '../../../node_modules/.bin/playwright')

/** The ways to get one, tried in turn until a browser is there. */
const WAYS: readonly { readonly possible: () => boolean; readonly take: () => boolean }[] = [
  {
    possible: () => process.getuid?.() === 0 && isProgram('/usr/bin/apt-get'),
    take: () => run('apt-get', 'update', '-qq') && run('apt-get', 'install', '-y', '-qq', 'chromium'),
  },
  { possible: () => true, take: () => run(playwright, 'install', '--only-shell', 'chromium') },
]

/** A real Chromium: found, or installed by the system's package manager or Playwright's own download. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  process.stderr.write('No Chromium found: installing one, once …\n')
  for (const way of WAYS) {
    const installed = way.possible() && way.take() ? findChromium() : undefined
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium, and it could not be installed here. Install one of: `apt-get install chromium` ' +
      '(Debian, as root), `npx playwright install --with-deps chromium`, or Google Chrome; or set CHROMIUM to its path.',
  )
}

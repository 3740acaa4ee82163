import { settingsTable } from '../config.ts'
import { BASE_PATH } from '../http/base-path.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Storage } from '../platform/storage.ts'
import type { Service } from './compose.ts'

export interface BannerContents {
  readonly addresses: Partial<Record<Environment, string>>
  readonly service: Pick<Service, 'demo' | 'demoPerson' | 'warnings'>
  readonly storage: Storage
  /** Settings that production still needs. */
  readonly missing: readonly string[]
  /** Whether the output goes to a terminal, and not to a file or a collector of logs. */
  readonly isTerminal: boolean
}

/** Printed in place of a secret that would stay in a log. */
const NOT_SHOWN = 'shown in a terminal only, because production is served'

/** Printed at the start: the addresses, the API key, the first sign-in and a first call to try. */
export function bannerText({ addresses, service, storage, missing, isTerminal }: BannerContents): string {
  const rows: [string, string][] = []
  const { sandbox, production } = addresses
  const { demo, demoPerson } = service
  const showsSecrets = isTerminal || !production
  const secret = (text: string): string => (showsSecrets ? text : NOT_SHOWN)
  if (sandbox) rows.push(['Sandbox', sandbox + BASE_PATH])
  const notServed = missing.length > 0 ? `not served; missing: ${missing.join(', ')}` : 'not served; see the warning'
  rows.push(['Production', production ? production + BASE_PATH : notServed])
  if (demo) rows.push(['API key', demo.revoked ? 'the demo key was revoked' : secret(demo.key)])
  if (sandbox) rows.push(['API docs', `${sandbox}/docs`])
  if (sandbox) rows.push(['Dashboard', `${sandbox}/dashboard`])
  if (demoPerson?.password)
    rows.push(['Sign in', secret(`${demoPerson.email}  ${demoPerson.password}  (shown only now)`)])
  rows.push(['Data', storage.folder ? storage.folder.home : 'your own PostgreSQL'])
  if (storage.folder?.movedBecause) rows.push(['', `(${storage.folder.movedBecause})`])
  const lines = ['', '  Tributary is running.', '', ...rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`)]
  for (const warning of service.warnings) lines.push('', `  Warning: ${warning}`)
  if (sandbox && demo && !demo.revoked && showsSecrets) {
    lines.push('', '  Try it:', '', `  curl -u ${demo.key}: ${sandbox}${BASE_PATH}/enterprise`)
  }
  return `${[...lines, '', '  Ctrl-C stops it.', ''].join('\n')}\n`
}

export function showBanner(contents: Omit<BannerContents, 'isTerminal'>): void {
  process.stdout.write(bannerText({ ...contents, isTerminal: process.stdout.isTTY === true }))
}

/** Every setting with its meaning and default. */
export function settingsText(): string {
  const settings = settingsTable().map(
    ({ name, means, fallback }) =>
      `  ${name.padEnd(26)}${means.replaceAll('`', '')}\n${' '.repeat(28)}Default: ${fallback}`,
  )
  return `Settings are environment variables:\n\n${settings.join('\n')}\n`
}

export const helpText = (): string => `Tributary: an enterprise payments service.

  npm start                 run everything on an embedded PostgreSQL
  npm start -- ROLE         all (default), api, worker or migrate
  npm test                  run every check and test
  npm run operator          manage enterprises, API keys and settings
  bin/tributaryd            any of these roles and commands on a server; see its --help

${settingsText()}`

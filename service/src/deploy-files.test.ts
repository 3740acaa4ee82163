import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { figureSources, TALLIES } from './app/figures.ts'
import { settingsTable } from './config.ts'
import { LATE_SECONDS } from './console/index.ts'
import { FigureReader } from './platform/figures.ts'
import { createMetrics } from './platform/metrics.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (...path: string[]): Promise<string> => readFile(join(ROOT, ...path), 'utf8')

const rules = await read('deploy/prometheus/tributary.rules.yml')
const dashboards = await readdir(join(ROOT, 'deploy/grafana/dashboards'))

/** The metrics that a cell of the table names; `…_cents` ends like the one before it, but for its last word. */
function namesIn(cell: string): string[] {
  const names: string[] = []
  for (const [, name = ''] of cell.matchAll(/`([a-z_…]+)(?:\{[a-z,]+\})?`/g)) {
    names.push(name.startsWith('…') ? (names[0] ?? '') + name.slice(1) : name)
  }
  return names
}

describe('alerts and dashboards', () => {
  it('name only metrics that the service has, and every metric of money is in one of them', async () => {
    const figures = new FigureReader(figureSources(() => []))
    const families = (await createMetrics({ figures, tallies: TALLIES }).snapshot()).map(({ name }) => name)
    const recorded = [...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name as string)
    const texts = await Promise.all(dashboards.map((name) => read('deploy/grafana/dashboards', name)))
    const named = [rules, ...texts].join('\n').matchAll(/\btributary[_:][a-z0-9_:]+/g)
    const used = new Set([...named].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')))
    expect(used.size).toBeGreaterThan(30)
    expect([...used].filter((name) => !families.includes(name) && !recorded.includes(name))).toEqual([])
    const ofMoney = families.filter((name) => /_(payout|bank|ledger|reconciliation|audit|due)/.test(name))
    expect(ofMoney.filter((name) => !used.has(name))).toEqual(['tributary_bank_entries_kept_cents'])
  })

  it('and docs/operations.md name every metric, and the docs none that is not there', async () => {
    const figures = new FigureReader(figureSources(() => []))
    const families = (await createMetrics({ figures, tallies: TALLIES }).snapshot()).map(({ name }) => name)
    const [, table = ''] =
      (await read('docs/operations.md')).split('| metric | tells |')[1]?.match(/^([\s\S]*?)\n\n/) ?? []
    const documented = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => namesIn(cell))
    const isOf = (family: string) => (name: string) =>
      name.endsWith('…') ? family.startsWith(name.slice(0, -1)) : family === name
    expect(families.filter((family) => !documented.some(isOf(family)))).toEqual([])
    expect(documented.filter((name) => !families.some((family) => isOf(family)(name)))).toEqual([])
  })

  it('are as strict as the alerts in the console and the doctor', () => {
    const limitOf = (metric: string): number[] =>
      [...rules.matchAll(new RegExp(`expr: 'max by \\([a-z, ]+\\) \\(${metric}\\) > (\\d+)'`, 'g'))].map(([, text]) =>
        Number(text),
      )
    expect({
      payments: limitOf('tributary_due_oldest_seconds{kind="payouts"}'),
      webhooks: limitOf('tributary_deliveries_oldest_due_seconds'),
      messages: limitOf('tributary_messages_oldest_due_seconds'),
      files: limitOf('tributary_bank_files_oldest_seconds{direction="out",state=~"made\\|renaming"}'),
    }).toEqual(Object.fromEntries(Object.entries(LATE_SECONDS).map(([name, limit]) => [name, [limit]])))
  })

  it('have a test for every alert, and a runbook that says what it means, how to look and what to do', async () => {
    const tests = await read('deploy/prometheus/tributary.rules.test.yml')
    const alerts = [...rules.matchAll(/alert: (\S+)[\s\S]*?runbook: (\S+)/g)]
    expect(alerts.length).toBeGreaterThan(20)
    for (const [, name, runbook] of alerts) {
      expect(tests, name).toContain(`name: ${name} fires`)
      const page = await read(runbook as string)
      const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, text]) => text)
      expect(headings, runbook).toEqual(['What it means', 'How to look', 'What to do'])
    }
    const pages = await readdir(join(ROOT, 'docs/runbooks'))
    const linked = new Set(alerts.map(([, , runbook]) => (runbook as string).split('/').at(-1)))
    expect(pages.filter((page) => page !== 'README.md' && !linked.has(page))).toEqual([])
  })

  it.each(dashboards)('%s is a dashboard whose panels all have a query and a data source to choose', async (name) => {
    const { title, panels, templating } = JSON.parse(await read('deploy/grafana/dashboards', name))
    expect(title).toMatch(/^Tributary: /)
    expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
    const drawn = panels.filter((panel: { type: string }) => panel.type !== 'row')
    expect(drawn.length).toBeGreaterThan(6)
    for (const panel of drawn) {
      expect(panel.targets.length, panel.title).toBeGreaterThan(0)
      for (const target of panel.targets) expect(target.datasource.uid).toBe('$' + '{datasource}')
    }
  })
})

describe('the Helm chart', () => {
  it('takes no secret among its settings: those come from secrets that exist', async () => {
    const schema = JSON.parse(await read('deploy/helm/tributary/values.schema.json'))
    const refused: string[] = schema.properties.settings.propertyNames.not.enum
    const names = settingsTable().map(({ name }) => name)
    // Both are public, the one in every page, the other at the bank.
    const isPublic = (name: string) => ['STRIPE_PUBLISHABLE_KEY', 'ACH_SFTP_HOST_KEY'].includes(name)
    const secrets = names.filter((name) => /_(KEY|SECRET|TOKEN|PASSWORD|PASSPHRASE)$/.test(name) && !isPublic(name))
    expect(refused.toSorted()).toEqual([...secrets, 'DATABASE_URL', 'DATABASE_READ_URL', 'SMTP_URL'].toSorted())
  })
})

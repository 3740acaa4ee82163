import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryHome } from '../support/program.ts'
import { needsTool } from '../support/tools.ts'

const ROOT = join(import.meta.dirname, '../../..')
const UNITS = join(ROOT, 'deploy/systemd')
const CHART = join(ROOT, 'deploy/helm/tributary')

const analyze = needsTool('systemd-analyze', "Debian's package systemd")
const helm = needsTool('helm', 'https://helm.sh')

const units = (await readdir(UNITS)).filter((name) => name.endsWith('.service'))

describe.skipIf(analyze.isMissing)(`systemd${analyze.note}`, () => {
  it('takes every unit, and finds it exposed to at most 2.0', async () => {
    const folder = await temporaryHome()
    // The program of the units need not be installed on the machine that tests them.
    const copies = join(folder, 'units')
    await mkdir(copies)
    for (const name of units) {
      const text = await readFile(join(UNITS, name), 'utf8')
      await writeFile(join(copies, name), text.replaceAll('/opt/tributary', ROOT))
    }
    for (const name of units) {
      const path = join(copies, name)
      expect(execFileSync('systemd-analyze', ['verify', '--man=no', path], { stdio: 'pipe' }).toString()).toBe('')
      execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', path], { stdio: 'pipe' })
    }
  })
})

describe.skipIf(helm.isMissing)(`the Helm chart${helm.note}`, () => {
  const VALUES = [
    'image.repository=registry.example.com/tributary',
    `image.digest=sha256:${'0'.repeat(64)}`,
    'existingSecrets={tributary}',
    'settings.SANDBOX_URL=https://sandbox.example.com',
  ].flatMap((value) => ['--set', value])
  const run = (...args: string[]): string => execFileSync('helm', args, { stdio: 'pipe' }).toString()

  it('is sound, and makes every part without a secret of its own', () => {
    expect(run('lint', '--strict', CHART, ...VALUES)).toContain('0 chart(s) failed')
    const made = run('template', '--kube-version=1.31', 'pay', CHART, ...VALUES)
    const kinds = [...made.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort()
    expect(kinds).toEqual([
      'Deployment',
      'Deployment',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
      'Service',
      'ServiceAccount',
    ])
    expect(made.match(/readOnlyRootFilesystem: true/g)).toHaveLength(3)
  })

  it('lets pods call a collector of traces in the cluster, where it is told to', () => {
    const collector = [
      '--set-json',
      'networkPolicy.egressMore=[{"ports":[{"port":4318}],"to":[{"namespaceSelector":{}}]}]',
    ]
    const made = run('template', '--kube-version=1.31', 'pay', CHART, ...VALUES, ...collector)
    expect(made).toMatch(/- ports:\n\s+- port: 4318\n\s+to:\n\s+- namespaceSelector: \{\}/)
  })

  it('refuses a secret among the settings, and an image that nobody named', () => {
    expect(() =>
      run('template', '--kube-version=1.31', 'pay', CHART, ...VALUES, '--set', 'settings.VAULT_KEY=x'),
    ).toThrow(/VAULT_KEY/)
    expect(() => run('template', '--kube-version=1.31', 'pay', CHART, '--set', 'existingSecrets={tributary}')).toThrow(
      /repository/,
    )
  })
})

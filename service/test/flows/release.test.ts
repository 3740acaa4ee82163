import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runScript, temporaryHome } from '../support/program.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A repository with the files that a release changes. */
async function repository() {
  const root = await temporaryHome()
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, stdio: 'pipe' }).toString()
  await mkdir(join(root, 'scripts'))
  const files = ['scripts/release.mjs', 'scripts/sbom.mjs', 'package.json', 'package-lock.json', '.gitignore']
  for (const name of [...files, 'deploy/helm/tributary/Chart.yaml']) {
    await cp(join(ROOT, name), join(root, name), { recursive: true })
  }
  await writeFile(
    join(root, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0\n\n- The first.\n',
  )
  git('init', '-q')
  git('config', 'user.email', 'somebody@example.com')
  git('config', 'user.name', 'Somebody')
  git('add', '.')
  git('commit', '-qm', 'Begin')
  const release = async (...args: string[]) => {
    const program = runScript(join(root, 'scripts/release.mjs'), {}, args)
    return { code: await program.ended, output: program.output() }
  }
  return { root, git, release, read: (name: string) => readFile(join(root, name), 'utf8') }
}

describe('a release', () => {
  it('is one command: version, changelog, bill of materials, checksums, commit and tag', async () => {
    const { root, git, release, read } = await repository()
    const made = await release('9.1.0', '--no-package')
    expect(made.code, made.output).toBe(0)
    expect(JSON.parse(await read('package.json')).version).toBe('9.1.0')
    expect(JSON.parse(await read('package-lock.json'))).toMatchObject({
      version: '9.1.0',
      packages: { '': { version: '9.1.0' } },
    })
    expect(await read('deploy/helm/tributary/Chart.yaml')).toMatch(/^version: 9\.1\.0\nappVersion: 9\.1\.0$/m)
    expect(await read('CHANGELOG.md')).toMatch(/^## Unreleased\n\n## 9\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n- A change\.$/m)
    expect(JSON.parse(await read('dist/tributary-9.1.0.cdx.json')).metadata.component.version).toBe('9.1.0')
    const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: join(root, 'dist') }).toString()
    expect(checked).toContain('tributary-9.1.0.cdx.json: OK')
    expect(git('describe', '--tags')).toBe('v9.1.0\n')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('is refused for a version that is not later, for changes that are not committed and for nothing to tell', async () => {
    const { root, git, release } = await repository()
    const refused = async (why: string, ...args: string[]) =>
      expect(await release(...args)).toMatchObject({ code: 1, output: expect.stringContaining(why) })
    await refused('name the version')
    await refused('is not later than', '0.1.0')
    await writeFile(join(root, 'new.txt'), '')
    await refused('the working tree has changes', '9.1.0')
    await writeFile(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 0.1.0\n')
    git('add', '.')
    git('commit', '-qm', 'Nothing to tell')
    await refused('nothing under "Unreleased"', '9.1.0', '--no-package')
    expect(git('tag')).toBe('')
  })
})

import { execFileSync } from 'node:child_process'
import { accessSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Checks, figure, type Proof } from '../proof.ts'
import { makeHome, makeRoot, ROOT, serveIn, USERS } from './clean-root.ts'
import { buildImage } from './image.ts'

const TOOLS = ['bwrap', 'setpriv', ...(process.env.DEBIAN_ROOT ? [] : ['mmdebstrap'])]

const isThere = (tool: string): boolean =>
  (process.env.PATH ?? '').split(':').some((folder) => {
    try {
      accessSync(join(folder, tool))
      return true
    } catch {
      return false
    }
  })

/** Makes the package; answers its path, which is the last line after what npm says. */
function makeArchive(): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const said = execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: ROOT, stdio: [...stdio] })
  return said.toString().trim().split('\n').at(-1) ?? ''
}

type Served = Awaited<ReturnType<typeof serveIn>>

function checkServed(checks: Checks, what: string, { probed, code, output }: Served): void {
  checks.check(`${what}: the sandbox is served and pays`, probed?.payout === 'pending', output.slice(-2_000))
  checks.check(`${what}: pages and docs are there`, probed?.pages.every((status) => status === 200) ?? false, probed)
  checks.check(`${what}: SIGTERM ends it with 0`, code === '0', output.slice(-2_000))
  if (probed) figure(`${what}: until it was ready`, probed.ready, 's')
}

async function serveArchive(checks: Checks, folder: string, archive: string): Promise<void> {
  const name = basename(archive, '.tar.gz')
  const root = join(folder, 'root')
  makeRoot(root)
  const ada = join(folder, 'ada')
  makeHome(ada, USERS.ada)

  const asUser = await serveIn({
    root,
    user: USERS.ada,
    home: ada,
    seen: { '/mnt': dirname(archive) },
    before: `tar -xzf /mnt/${name}.tar.gz`,
    command: `${name}/bin/tributaryd`,
    node: `${name}/node_modules/.bin/node`,
  })
  checkServed(checks, 'an ordinary user, from the package', asUser)

  if (isThere('buildah')) await serveImage(checks, folder, root)
  else console.log('  The image is not built: buildah is missing (Debian: buildah).')
}

/** The image, built twice from the same sources and started with its root file system read-only. */
async function serveImage(checks: Checks, folder: string, debian: string): Promise<void> {
  const { root, command, user, environment, digests } = buildImage(folder, debian)
  checks.check('two builds of the image are the same, byte for byte', digests[0] === digests[1], digests)
  checks.check('the image runs as its own user', user === `${USERS.tributary.id}:${USERS.tributary.id}`, user)
  const home = join(folder, 'tributary')
  makeHome(home, USERS.tributary)
  const served = await serveIn({
    root,
    user: USERS.tributary,
    home,
    seen: {},
    environment,
    command,
    node: '/opt/tributary/node_modules/.bin/node',
  })
  checkServed(checks, 'the image, on a read-only root', served)
}

export const packages: Proof = {
  proves:
    'the package alone serves on a bare Debian, for an ordinary user; the image, built twice the same, on a read-only root',
  async run() {
    const missing = TOOLS.filter((tool) => !isThere(tool))
    if (missing.length > 0 || process.getuid?.() !== 0) {
      console.log(`  It needs root, and ${missing.join(', ') || 'nothing else'} (Debian: mmdebstrap, bubblewrap).`)
      return { passed: 0, failed: 1 }
    }
    const checks = new Checks()
    const folder = await mkdtemp(join(tmpdir(), 'tributary-packages-'))
    // Other users must be able to pass through it.
    await chmod(folder, 0o755)
    try {
      await serveArchive(checks, folder, makeArchive())
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
    return checks
  },
}

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { knownMigrations } from '../../service/src/app/prepare-database.ts'
import { openDatabase } from '../../service/src/platform/database.ts'
import { createMember, type Member } from '../faults/fleet.ts'
import { openHook } from '../faults/hook.ts'
import { strikeUnderLoad } from '../faults/under-load.ts'
import { Checks, figure, type Proof } from '../proof.ts'
import { createRandom } from '../random.ts'
import { openServer } from '../server.ts'

/** The last commit of version 0.1, and its last migration. */
const COMMIT = '93c3a357'
const VERSION_0_1 = 12
const STEP_MS = 5_000
const ROOT = join(import.meta.dirname, '../..')

/** The tree of version 0.1 from the history, with its own packages. */
async function checkOut(folder: string): Promise<void> {
  await mkdir(folder)
  const archive = execFileSync('git', ['archive', '--format=tar', COMMIT], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  execFileSync(process.execPath, ['scripts/setup.mjs'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  // Pages are not part of what is compared; without them 0.1 would build its own at the start.
  await symlink(join(ROOT, 'web/dist'), join(folder, 'web/dist')).catch(() => {})
}

/** Old and new side by side: the new version starts and migrates beside the old one, which then ends. */
async function replaceUnderLoad(
  old: readonly Member[],
  fresh: readonly Member[],
  acknowledged: () => number,
): Promise<void> {
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const before = acknowledged()
    await work()
    await sleep(STEP_MS)
    figure(`${what}: requests acknowledged`, acknowledged() - before)
  }
  await step('0.1 alone', async () => {})
  await step('the new API starts and migrates', async () => fresh[0]?.start())
  await step('the new worker joins', async () => fresh[1]?.start())
  await step('the old worker ends', async () => old[1]?.stop())
  await step('the old API drains and ends', async () => old[0]?.stop())
}

/** Version 0.1 under traffic is replaced by this one, without a pause. */
async function upgradeUnderTraffic(checks: Checks): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'tributary-0.1-'))
  const checkout = join(parent, 'tributary')
  await checkOut(checkout)
  const server = await openServer({ migrations: (await knownMigrations()).slice(0, VERSION_0_1) })
  const database = openDatabase({ url: server.url, connectionsMax: 2 })
  const hook = await openHook()
  const old = [
    await createMember('old api', 'api', server, { checkout }),
    await createMember('old worker', 'worker', server, { checkout }),
  ]
  const fresh = [await createMember('new api', 'api', server), await createMember('new worker', 'worker', server)]
  try {
    for (const member of old) await member.start()
    const scene = { database, members: [...old, ...fresh], hook, checks, random: createRandom(1), kills: 0 }
    const { load } = await strikeUnderLoad(scene, { pauseMs: 5, timeoutMs: 10_000 }, async (load) => {
      await replaceUnderLoad(old, fresh, () => load.acknowledged.length)
    })
    const died = fresh.flatMap((member) => member.lastWords() ?? [])
    checks.check('no process of the new version has ended', died.length === 0, died)
    checks.check('requests were acknowledged', load.acknowledged.length > 0)
    const [schema] = await database.sql<{ number: number }[]>`select max(number) as number from schema_migrations`
    checks.check('the schema is the new one', (schema?.number ?? 0) > VERSION_0_1, schema)
  } finally {
    await Promise.all([...old, ...fresh].map((member) => member.kill()))
    await hook.close()
    await database.close()
    await server.close()
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const rolling: Proof = {
  proves: 'version 0.1 under traffic is replaced by this one, side by side, without a lost or doubled payment',
  async run() {
    const checks = new Checks()
    await upgradeUnderTraffic(checks)
    return checks
  },
}

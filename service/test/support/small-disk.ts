import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, rmdir, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const MIB = 1024 * 1024

export interface SmallDisk {
  readonly folder: string
  /** Takes every byte that is left. */
  fill(): void
  free(): void
  /** Makes it larger or smaller; what is not written takes no memory. */
  resize(megabytes: number): void
}

/** Whether this process may mount a file system, which takes root on Linux. */
export function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && isMountAllowed()
}

/** Containers often keep the right from root. */
function isMountAllowed(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A file system of its own in memory, so that it can be full without harm to any other. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler),
    resize: (to) => void execFileSync('mount', ['-o', `remount,size=${to}m`, folder]),
  }
}

export interface LargeDisk {
  readonly folder: string
  /** Sets space aside as a file does, of which nothing is written; then so much is left. */
  leave(megabytes: number): void
}

/** Whether this process may mount a file as a disk, which containers often keep from it. */
export function canMountFiles(): boolean {
  return (
    canMount() && existsSync('/dev/loop-control') && spawnSync('mkfs.ext4', ['-V'], { stdio: 'ignore' }).status === 0
  )
}

/** A file system of any size, in a file of which only a few megabytes exist. */
export async function mountLargeDisk(megabytes: number): Promise<LargeDisk> {
  const place = await mkdtemp(join(tmpdir(), 'tributary-large-disk-'))
  const [image, folder] = [join(place, 'image'), join(place, 'disk')]
  await mkdir(folder)
  // PostgreSQL's own user passes through, as on the small disk.
  await chmod(place, 0o711)
  await writeFile(image, '')
  await truncate(image, megabytes * MIB)
  execFileSync('mkfs.ext4', ['-q', '-O', '^has_journal', '-m', '0', image])
  execFileSync('mount', ['-o', 'loop', image, folder])
  onTestFinished(async () => {
    execFileSync('umount', [folder])
    await rm(place, { recursive: true })
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    leave(left) {
      rmSync(filler, { force: true })
      const { bavail, bsize } = statfsSync(folder)
      execFileSync('fallocate', ['--length', String(bavail * bsize - left * MIB), filler])
    },
  }
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (const bytes of [MIB, 4_096]) {
      const block = Buffer.alloc(bytes)
      while (isWritten(file, block));
    }
  } finally {
    closeSync(file)
  }
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

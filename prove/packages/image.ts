import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './clean-root.ts'

const TAG = 'localhost/tributary:proof'

/** The image as a container runtime would start it. */
interface Image {
  /** Its files, in a folder of this machine. */
  readonly root: string
  readonly command: string
  readonly user: string
  readonly environment: Readonly<Record<string, string>>
  /** Digests of two builds of the same sources. */
  readonly digests: readonly [string, string]
}

interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
}

/**
 * Builds the image by `deploy/image/build` with buildah, on bases made of the root file system: no registry is asked. The
 * base to build with has this machine's Node and npm, as the official image of Node has them.
 */
export function buildImage(folder: string, debian: string): Image {
  const storage = join(folder, 'storage.conf')
  const paths = `graphroot = "${folder}/storage"\nrunroot = "${folder}/storage-run"`
  writeFileSync(storage, `[storage]\ndriver = "vfs"\n${paths}\n`)
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: storage, BUILDAH_ISOLATION: 'chroot' }
  const buildah = (...args: string[]): string =>
    execFileSync('buildah', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
      .toString()
      .trim()
  const digestOf = (image: string): string => buildah('images', '--format', '{{.Digest}}', image)

  function makeBase(name: string, settings: readonly string[], ...archives: string[]): string {
    const working = buildah('from', 'scratch')
    for (const archive of archives) buildah('add', '--quiet', working, archive, '/')
    if (settings.length > 0) buildah('config', ...settings.flatMap((one) => ['--env', one]), working)
    buildah('commit', '--quiet', '--rm', '--timestamp=0', working, name)
    return `${name}@${digestOf(name)}`
  }

  const bare = archiveOf(debian, `${folder}/debian.tar`)
  const BASE = makeBase('localhost/proof/debian', [], bare)
  const node = nodeOfThisMachine(folder)
  const BUILD_BASE = makeBase('localhost/proof/node', node.settings, bare, node.archive)
  const build = (): string => {
    const bases = { ...env, BASE, BUILD_BASE }
    execFileSync(join(ROOT, 'deploy/image/build'), [TAG], { env: bases, stdio: ['ignore', 'ignore', 'inherit'] })
    return digestOf(TAG)
  }
  const digests = [build(), build()] as const
  const working = buildah('from', TAG)
  const root = join(folder, 'image')
  mkdirSync(root)
  // The storage of buildah is root's alone: another user starts the image.
  execFileSync('cp', ['-a', `${buildah('mount', working)}/.`, root])
  buildah('umount', working)
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', TAG)) as { OCIv1: { config: ImageConfig } }
  const { User, Env, Entrypoint, Cmd } = OCIv1.config
  const environment = Object.fromEntries(Env.map((one) => one.split(/=(.*)/s).slice(0, 2)))
  return { root, command: [...Entrypoint, ...Cmd].join(' '), user: User, environment, digests }
}

/** Without devices, which a build gets from its machine. */
function archiveOf(root: string, file: string): string {
  execFileSync('tar', ['-C', root, '--exclude=./dev/*', '-cf', file, '.'])
  return file
}

function nodeOfThisMachine(folder: string): { archive: string; settings: string[] } {
  const root = join(folder, 'node')
  for (const one of ['usr/local/bin', 'usr/local/lib/node_modules', 'etc'])
    mkdirSync(join(root, one), { recursive: true })
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  const npm = execFileSync('sh', ['-c', 'command -v npm']).toString().trim()
  cpSync(dirname(dirname(realpathSync(npm))), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  const settings: string[] = []
  // A network whose way out has a certificate of its own.
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) {
    cpSync(realpathSync(certificates), join(root, 'etc/extra-ca.pem'))
    settings.push('NODE_EXTRA_CA_CERTS=/etc/extra-ca.pem')
  }
  return { archive: archiveOf(root, `${folder}/node.tar`), settings }
}

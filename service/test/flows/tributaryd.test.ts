import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClient } from '../support/client.ts'
import { emptyDatabase } from '../support/database.ts'
import { type Program, readBanner, startTributaryd, temporaryHome } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

/** No Node is on this path, as on a server. */
const PATH = '/usr/bin:/bin'

async function settingsFile(folder: string, settings: Record<string, string>): Promise<string> {
  const file = join(folder, 'settings.env')
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  await writeFile(file, `# Settings of a test\n${lines.join('\n')}\n`)
  return file
}

const ended = async (program: Program) => ({ code: await program.ended, output: program.output() })

describe('tributaryd', () => {
  it('serves from any folder through a link, with settings of a file, and tells systemd when it is ready', async () => {
    const folder = await temporaryHome()
    // Stands for systemd's command, whose message Node itself cannot send: it notes what it was asked to say.
    const tools = join(folder, 'tools')
    await mkdir(tools)
    await writeFile(join(tools, 'systemd-notify'), `#!/bin/sh\necho "$@" >> ${folder}/notified\n`)
    await chmod(join(tools, 'systemd-notify'), 0o755)
    const link = join(folder, 'tributaryd')
    await symlink(join(import.meta.dirname, '../../../bin/tributaryd'), link)
    const file = await settingsFile(folder, {
      DATABASE_URL: await emptyDatabase(),
      VAULT_KEY,
      DEMO_API_KEY: 'sk_sandbox_from_the_file',
      PORT: '1',
      PROT: '4000',
    })
    const options = { program: link, cwd: '/' }
    const serving = { PATH: `${tools}:${PATH}`, NOTIFY_SOCKET: '/run/systemd/notify' }
    const program = startTributaryd(['--settings', file], serving, options)
    await program.printed('Ctrl-C stops it.')
    expect(program.output()).toContain(`Warning: ${file}: PROT is no setting of Tributary.`)
    const { base, key } = readBanner(program.output())
    expect(key).toBe('sk_sandbox_from_the_file')
    expect((await createClient(base, key).get('/enterprise')).status).toBe(200)
    const notified = () => readFile(join(folder, 'notified'), 'utf8').catch(() => '')
    await expect.poll(notified).toBe('READY=1\n')

    const listed = await ended(
      startTributaryd(['enterprise', 'list'], { PATH, TRIBUTARY_SETTINGS: file }, { ...options, cwd: folder }),
    )
    expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('Demo') })

    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    await expect.poll(notified).toBe('READY=1\nSTOPPING=1\n')
  })

  it.each([
    [['everything'], {}, 64, 'There is no command `everything`'],
    [['ach'], {}, 64, 'There is no command `ach`; there is\n  ach inspect FILE\n'],
    [['worker'], { VAULT_KEY: 'short' }, 78, 'VAULT_KEY must be 32 bytes in base64'],
    [['--settings'], {}, 64, '--settings needs the name of a file'],
    [['worker'], { PORT: 'eighty' }, 78, 'PORT must be a whole number'],
    [['worker'], { TRIBUTARY_SETTINGS: '/nowhere/x.env' }, 78, 'the settings in /nowhere/x.env cannot be read'],
    [['ach', 'inspect', '/nowhere'], { PORT: 'eighty' }, 1, '/nowhere'],
    [['--help'], {}, 0, 'Usage: tributaryd'],
  ] as const)('%o with %o ends with exit code %i', async (args, variables, code, output) => {
    const settings = { TRIBUTARY_SETTINGS: '/dev/null', PATH, ...variables }
    expect(await ended(startTributaryd(args, settings))).toMatchObject({
      code,
      output: expect.stringContaining(output),
    })
  })
})

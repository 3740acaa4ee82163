import { join, resolve } from 'node:path'
import { rotateVault } from '../console/index.ts'
import { backUp } from '../platform/backup.ts'
import { StartError } from '../platform/start-error.ts'
import { longDeedCommand, need, type OperatorCommand } from './command.ts'

export const DATA_COMMANDS: readonly OperatorCommand[] = [
  longDeedCommand(
    rotateVault,
    {
      name: 'vault rotate',
      args: '',
      does: 'seals every stored secret again with the first key of VAULT_KEY, beside the running service; lists what older keys are still needed for',
    },
    () => ({}),
    ({ resealed, needed }) => [
      ...resealed.map(({ name, count }) => `${String(count).padStart(9)}  ${name}`),
      'Every stored secret is sealed with the first key of VAULT_KEY.',
      ...(needed.length === 0
        ? ['Older keys are needed only for links and receipts that were issued before.']
        : [
            'Older keys must stay in VAULT_KEY, after the comma, for:',
            ...needed.map(({ count, what }) => `${String(count).padStart(9)}  ${what}`),
          ]),
    ],
  ),
  {
    name: 'backup',
    args: 'FOLDER',
    does: 'copies the embedded database into a new folder, beside the running service, without its vault key; see docs/operations.md to restore it',
    action: 'data.backup',
    async changeOnDatabase({ storage, config }, args) {
      const { folder, url } = storage
      if (!folder) {
        throw new StartError(
          'DATABASE_URL names your own PostgreSQL: back it up with pg_dump or pg_basebackup, see docs/operations.md.',
        )
      }
      // npm runs the command in the project's folder; a relative path is meant from the caller's folder.
      const to = resolve(process.env.INIT_CWD ?? '.', need(args, 0, 'FOLDER'))
      const { files, bytes } = await backUp({ url, home: folder.home, to })
      const lines = [
        `${to} holds a backup: ${files} files, ${Math.ceil(bytes / 1_048_576)} MB.`,
        `The vault key is not in it: keep ${config.vaultKey ? 'VAULT_KEY' : join(folder.home, 'vault.key')} somewhere else.`,
      ]
      return { lines, subject: to, details: { files, bytes } }
    },
  },
]

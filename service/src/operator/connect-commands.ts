import { addOrigin, askIdentity, decideIdentity, eraseCreator, removeOrigin } from '../console/index.ts'
import { StartError } from '../platform/start-error.ts'
import { listOrigins } from '../resources/embed-origins/index.ts'
import {
  deedCommand,
  longDeedCommand,
  minute,
  need,
  needTenant,
  type OperatorCommand,
  readTenantWords,
} from './command.ts'

export const CONNECT_COMMANDS: readonly OperatorCommand[] = [
  deedCommand(
    addOrigin,
    {
      name: 'embed-origin add',
      args: 'ENTERPRISE ENVIRONMENT ORIGIN',
      does: 'allows an origin like https://app.example.com to embed Connect and the card form',
    },
    (args) => ({ ...readTenantWords(args), origin: need(args, 2, 'ORIGIN') }),
    ({ id, origin }) => [`${id}  ${origin}`],
  ),
  {
    name: 'embed-origin list',
    args: 'ENTERPRISE ENVIRONMENT',
    does: 'lists the origins that may embed',
    async run(tx, args) {
      const origins = await listOrigins(tx, await needTenant(tx, args))
      if (origins.length === 0) return ['No origin may embed.']
      return origins.map(({ id, origin, created_at }) => `${id}  created ${minute(created_at)}  ${origin}`)
    },
  },
  deedCommand(
    removeOrigin,
    {
      name: 'embed-origin remove',
      args: 'ENTERPRISE ENVIRONMENT ID_OR_ORIGIN',
      does: 'forbids an origin to embed',
    },
    (args) => ({ ...readTenantWords(args), origin: need(args, 2, 'ID_OR_ORIGIN') }),
    ({ origin }) => [`${origin} may no longer embed.`],
  ),
  deedCommand(
    decideIdentity,
    {
      name: 'connect decide',
      args: 'ENTERPRISE ENVIRONMENT CONNECTION OUTCOME',
      does: 'ends the identity check of a pending account connection: approved or rejected',
    },
    (args) => ({
      ...readTenantWords(args),
      connection: need(args, 2, 'CONNECTION'),
      outcome: readOutcome(need(args, 3, 'OUTCOME')),
    }),
    ({ id, status }) => [`${id} is ${status}.`],
  ),
  longDeedCommand(
    askIdentity,
    {
      name: 'connect ask',
      args: 'ENTERPRISE ENVIRONMENT CONNECTION',
      does: 'asks the provider of identity checks for the result of an open check once more, and applies it',
    },
    (args) => ({ ...readTenantWords(args), connection: need(args, 2, 'CONNECTION') }),
    ({ id, verdict }) => [`The check of ${id}: ${verdict}.`],
  ),
  deedCommand(
    eraseCreator,
    {
      name: 'creator erase',
      args: 'ENTERPRISE ENVIRONMENT CONNECTION',
      does: 'erases the personal data of a deleted account connection: at once what no law asks for, the rest when the duty to keep it ends; with the last connection of a creator the login, too',
    },
    (args) => ({ ...readTenantWords(args), connection: need(args, 2, 'CONNECTION') }),
    ({ connection, kept_until, erased }) => [
      erased
        ? `${connection} is erased.`
        : `${connection} is erased except for the evidence of payments, which goes after ${minute(kept_until)} (UTC).`,
    ],
  ),
]

function readOutcome(text: string): 'approved' | 'rejected' {
  if (text === 'approved' || text === 'rejected') return text
  throw new StartError(`The outcome must be approved or rejected, not \`${text}\`.`)
}

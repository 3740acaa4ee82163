import { StartError } from '../platform/start-error.ts'
import { completeConnect, findConnection } from '../resources/account-connections/index.ts'
import { addOrigin, listOrigins, removeOrigin } from '../resources/embed-origins/index.ts'
import { minute, need, needTenant, type OperatorCommand } from './command.ts'

export const CONNECT_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'embed-origin add',
    args: 'ENTERPRISE ENVIRONMENT ORIGIN',
    does: 'allows an origin like https://app.example.com to embed Connect and the card form',
    async run(tx, args) {
      const { tenant, environment } = await needTenant(tx, args)
      const { id, origin } = await addOrigin(tx, tenant, need(args, 2, 'ORIGIN'), environment)
      return [`${id}  ${origin}`]
    },
  },
  {
    name: 'embed-origin list',
    args: 'ENTERPRISE ENVIRONMENT',
    does: 'lists the origins that may embed',
    async run(tx, args) {
      const { tenant } = await needTenant(tx, args)
      const origins = await listOrigins(tx, tenant)
      if (origins.length === 0) return ['No origin may embed.']
      return origins.map(({ id, origin, created_at }) => `${id}  created ${minute(created_at)}  ${origin}`)
    },
  },
  {
    name: 'embed-origin remove',
    args: 'ENTERPRISE ENVIRONMENT ID_OR_ORIGIN',
    does: 'forbids an origin to embed',
    async run(tx, args) {
      const { tenant } = await needTenant(tx, args)
      const { origin } = await removeOrigin(tx, tenant, need(args, 2, 'ID_OR_ORIGIN'))
      return [`${origin} may no longer embed.`]
    },
  },
  {
    name: 'connect decide',
    args: 'ENTERPRISE ENVIRONMENT CONNECTION OUTCOME',
    does: 'ends the identity check of a pending account connection: approved or rejected',
    async run(tx, args, { connections }) {
      const { tenant } = await needTenant(tx, args)
      const id = need(args, 2, 'CONNECTION')
      const outcome = need(args, 3, 'OUTCOME')
      if (outcome !== 'approved' && outcome !== 'rejected') {
        throw new StartError(`The outcome must be approved or rejected, not \`${outcome}\`.`)
      }
      const type = (await findConnection(tx, tenant, id))?.submitted_type
      if (!type) throw new StartError(`\`${id}\` does not wait for an identity check.`)
      const { status } = await completeConnect(tx, tenant, id, { type, outcome }, connections)
      return [`${id} is ${status}.`]
    },
  },
]

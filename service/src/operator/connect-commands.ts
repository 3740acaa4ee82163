import { StartError } from '../platform/start-error.ts'
import { completeConnect, findConnection } from '../resources/account-connections/index.ts'
import { addOrigin, listOrigins, removeOrigin } from '../resources/embed-origins/index.ts'
import { minute, need, needTenant, type OperatorCommand } from './command.ts'

export const CONNECT_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'embed-origin add',
    args: 'ENTERPRISE ENVIRONMENT ORIGIN',
    does: 'allows an origin like https://app.example.com to embed Connect and the card form',
    action: 'origins.change',
    async change(tx, args) {
      const { tenant, ...where } = await needTenant(tx, args)
      const { id, origin } = await addOrigin(tx, tenant, need(args, 2, 'ORIGIN'), where.environment)
      return { ...where, lines: [`${id}  ${origin}`], subject: id, details: { added: origin } }
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
    action: 'origins.change',
    async change(tx, args) {
      const { tenant, ...where } = await needTenant(tx, args)
      const { id, origin } = await removeOrigin(tx, tenant, need(args, 2, 'ID_OR_ORIGIN'))
      return { ...where, lines: [`${origin} may no longer embed.`], subject: id, details: { removed: origin } }
    },
  },
  {
    name: 'connect decide',
    args: 'ENTERPRISE ENVIRONMENT CONNECTION OUTCOME',
    does: 'ends the identity check of a pending account connection: approved or rejected',
    action: 'connections.decide',
    async change(tx, args, { connections }) {
      const { tenant, ...where } = await needTenant(tx, args)
      const id = need(args, 2, 'CONNECTION')
      const outcome = need(args, 3, 'OUTCOME')
      if (outcome !== 'approved' && outcome !== 'rejected') {
        throw new StartError(`The outcome must be approved or rejected, not \`${outcome}\`.`)
      }
      const type = (await findConnection(tx, tenant, id))?.submitted_type
      if (!type) throw new StartError(`\`${id}\` does not wait for an identity check.`)
      const { status } = await completeConnect(tx, tenant, id, { type, outcome }, connections)
      return { ...where, lines: [`${id} is ${status}.`], subject: id, details: { outcome, became: status } }
    },
  },
]

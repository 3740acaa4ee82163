import { StartError } from '../platform/start-error.ts'
import { decideName, listNameRequests } from '../tenants/index.ts'
import { minute, need, type OperatorCommand } from './command.ts'

const DONE = { approve: 'Approved', refuse: 'Refused' } as const

/** Approves or refuses the name that an enterprise has asked for. */
const deciding = (decision: 'approve' | 'refuse', does: string): OperatorCommand => ({
  name: `name ${decision}`,
  args: 'ENTERPRISE',
  does,
  action: 'enterprise.renamed',
  async change(tx, args) {
    const enterprise = need(args, 0, 'ENTERPRISE')
    const decided = await decideName(tx, enterprise, decision)
    if (!decided) throw new StartError(`No new name of \`${enterprise}\` waits for review; see \`name list\`.`)
    const lines = [`${DONE[decision]}: ${decided.from} → ${decided.to}`]
    return { lines, enterprise, details: { ...decided, decision } }
  },
})

export const NAME_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'name list',
    args: '',
    does: 'lists the new names of enterprises that wait for review',
    async run(tx) {
      const requests = await listNameRequests(tx)
      if (requests.length === 0) return ['No name waits for review.']
      return requests.map(
        ({ enterprise, current, name, requested_by, requested_at }) =>
          `${enterprise}  ${minute(requested_at)}  ${current} → ${name}  asked for by ${requested_by}`,
      )
    },
  },
  deciding('approve', 'gives an enterprise the name that it has asked for, unless it looks like another one'),
  deciding('refuse', 'refuses the name that an enterprise has asked for; it keeps the one it has'),
]

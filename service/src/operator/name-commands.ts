import { decideName } from '../console/index.ts'
import { listNameRequests } from '../tenants/index.ts'
import { deedCommand, minute, need, type OperatorCommand } from './command.ts'

const DONE = { approve: 'Approved', refuse: 'Refused' } as const

/** Approves or refuses the name that an enterprise has asked for. */
const deciding = (decision: 'approve' | 'refuse', does: string): OperatorCommand =>
  deedCommand(
    decideName,
    { name: `name ${decision}`, args: 'ENTERPRISE', does },
    (args) => ({ enterprise: need(args, 0, 'ENTERPRISE'), decision }),
    ({ from, to }) => [`${DONE[decision]}: ${from} → ${to}`],
  )

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

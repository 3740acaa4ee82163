import { removeDemo } from '../console/index.ts'
import { DEMO_EMAIL } from '../dashboard/index.ts'
import { deedCommand, type OperatorCommand } from './command.ts'

export const DEMO_COMMANDS: readonly OperatorCommand[] = [
  deedCommand(
    removeDemo,
    {
      name: 'demo remove',
      args: '',
      does: `revokes the API key of the demo enterprise and removes ${DEMO_EMAIL}`,
    },
    () => ({}),
    ({ keys, removed }) => {
      const lines = [...keys.map((key) => `Revoked ${key}.`), ...(removed ? [`Removed ${removed}.`] : [])]
      return lines.length > 0 ? lines : ['There are no demo accounts.']
    },
  ),
]

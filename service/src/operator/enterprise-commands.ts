import {
  changeFees,
  changeSettings,
  clearApprovalRules,
  createEnterprise,
  isFee,
  resumeEnterprise,
  suspendEnterprise,
} from '../console/index.ts'
import { listTenants, SETTINGS } from '../tenants/index.ts'
import { BANK_ACCOUNT_COMMAND } from './bank-account-command.ts'
import { deedCommand, need, type OperatorCommand, readTenantWords } from './command.ts'

/** `name=value` words as the settings they spell. */
const readPairs = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      return [name, rest.join('=')]
    }),
  )

export const ENTERPRISE_COMMANDS: readonly OperatorCommand[] = [
  deedCommand(
    createEnterprise,
    {
      name: 'enterprise create',
      args: 'NAME',
      does: 'creates an enterprise in both environments, with an API key for each',
    },
    (args) => ({ name: need(args, 0, 'NAME') }),
    ({ id, name, keys }) => [
      `${id}  ${name}`,
      ...keys.map((one) => `${one.environment.padEnd(12)}${one.key}  (${one.id}; shown only now)`),
    ],
  ),
  {
    name: 'enterprise list',
    args: '',
    does: 'lists the enterprises and how many API keys each has in each environment',
    async run(tx) {
      const tenants = await listTenants(tx)
      if (tenants.length === 0) return ['There is no enterprise yet.']
      return tenants.map(
        ({ enterprise, environment, keys, suspended, name }) =>
          `${enterprise}  ${environment.padEnd(10)}  ${keys} keys  ${suspended ? 'suspended  ' : ''}${name}`,
      )
    },
  },
  deedCommand(
    suspendEnterprise,
    {
      name: 'enterprise suspend',
      args: 'ENTERPRISE ENVIRONMENT REASON',
      does: 'stops all new money out of an enterprise; returns, refunds and reading go on. It reads the reason',
    },
    (args) => ({ ...readTenantWords(args), because: need(args, 2, 'REASON') }),
    (_, { enterprise, environment }) => [`Suspended ${enterprise} in ${environment}: no new money moves out.`],
  ),
  deedCommand(
    resumeEnterprise,
    {
      name: 'enterprise resume',
      args: 'ENTERPRISE ENVIRONMENT',
      does: 'lifts the suspension of an enterprise; what waited goes on',
    },
    readTenantWords,
    (_, { enterprise, environment }) => [`Resumed ${enterprise} in ${environment}.`],
  ),
  {
    name: 'settings set',
    args: 'ENTERPRISE ENVIRONMENT NAME=VALUE …',
    does: `changes settings of an enterprise: ${Object.keys(SETTINGS).join(', ')}`,
    action: changeSettings.action,
    deeds: [changeSettings, changeFees],
    read(args) {
      need(args, 2, 'NAME=VALUE')
      const settings = readPairs(args.slice(2))
      const deed = Object.keys(settings).every(isFee) ? changeFees : changeSettings
      const lines = () => Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
      return { deed, input: { ...readTenantWords(args), settings }, lines }
    },
  },
  BANK_ACCOUNT_COMMAND,
  deedCommand(
    clearApprovalRules,
    {
      name: 'approval-rules clear',
      args: 'ENTERPRISE ENVIRONMENT',
      does: 'removes the approval rules of an enterprise that can no longer meet them; what awaits already goes on awaiting',
    },
    readTenantWords,
    ({ removed }) => [`Removed ${removed} approval ${removed === 1 ? 'rule' : 'rules'}.`],
  ),
]

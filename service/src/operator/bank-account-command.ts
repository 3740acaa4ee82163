import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Body, createValidate } from '../http/index.ts'
import { StartError } from '../platform/start-error.ts'
import type { BankAccount } from '../rails/ach/port.ts'
import { BankAccountFields } from '../resources/account-connections/index.ts'
import { setBankAccount } from '../resources/withdrawals/index.ts'
import { need, needTenant, type OperatorCommand } from './command.ts'

const faultsOf = createValidate(Body('BankAccount', BankAccountFields))

/** The file's JSON object. Account numbers stay out of the command line, which other users of the machine can see. */
async function readAccount(file: string): Promise<BankAccount> {
  // npm runs the command in the project's folder; a relative path is meant from the caller's folder.
  const path = file === '-' ? '/dev/stdin' : resolve(process.env.INIT_CWD ?? '.', file)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}.`)
  })
  let account: unknown
  try {
    account = JSON.parse(text)
  } catch {
    throw new StartError(`${file} must hold a JSON object with ${Object.keys(BankAccountFields).join(', ')}.`)
  }
  const faults = faultsOf(account).map(({ param, message }) => `\`${param}\` ${message}`)
  if (faults.length > 0) throw new StartError(`${file} is refused: ${faults.join(', ')}.`)
  return account as BankAccount
}

export const BANK_ACCOUNT_COMMAND: OperatorCommand = {
  name: 'bank-account set',
  args: 'ENTERPRISE ENVIRONMENT FILE',
  does: `registers the bank account that an enterprise's withdrawals go to, from a JSON file (\`-\`: standard input) with ${Object.keys(BankAccountFields).join(', ')}`,
  action: 'bank_account.set',
  async change(tx, args, { payouts }) {
    const { tenant, enterprise, environment } = await needTenant(tx, args)
    const { before, after } = await setBankAccount(tx, tenant, await readAccount(need(args, 2, 'FILE')), payouts)
    const lines = [`Withdrawals go to ${after}${before === undefined ? '' : `, no longer to ${before}`}.`]
    return { lines, enterprise, environment, details: { before: before ?? null, after } }
  },
}

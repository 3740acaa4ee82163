import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setBankAccount } from '../console/index.ts'
import { Body, createValidate } from '../http/index.ts'
import { StartError } from '../platform/start-error.ts'
import type { BankAccount } from '../rails/ach/port.ts'
import { BankAccountFields } from '../resources/account-connections/index.ts'
import { deedCommand, need, readTenantWords } from './command.ts'

const faultsOf = createValidate(Body('BankAccount', BankAccountFields))

/** The file's JSON object. Account numbers stay out of the command line, which other users of the machine can see. */
function readAccount(file: string): BankAccount {
  // npm runs the command in the project's folder; a relative path is meant from the caller's folder.
  const path = file === '-' ? '/dev/stdin' : resolve(process.env.INIT_CWD ?? '.', file)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}.`)
  }
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

export const BANK_ACCOUNT_COMMAND = deedCommand(
  setBankAccount,
  {
    name: 'bank-account set',
    args: 'ENTERPRISE ENVIRONMENT FILE',
    does: `registers the bank account that an enterprise's withdrawals go to, from a JSON file (\`-\`: standard input) with ${Object.keys(BankAccountFields).join(', ')}`,
  },
  (args) => ({ ...readTenantWords(args), account: readAccount(need(args, 2, 'FILE')) }),
  ({ before, after }) => [`Withdrawals go to ${after}${before === null ? '' : `, no longer to ${before}`}.`],
)

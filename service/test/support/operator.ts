import { deedTools } from '../../src/app/deed-tools.ts'
import { readConfig } from '../../src/config.ts'
import { Problem } from '../../src/kernel/errors.ts'
import { Finding } from '../../src/operator/command.ts'
import { findCommand } from '../../src/operator/commands.ts'
import { runCommand } from '../../src/operator/run-command.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { StartError } from '../../src/platform/start-error.ts'
import { ORIGINATOR } from './bank.ts'
import { type RunningService, VAULT_KEY } from './service.ts'
import { vault } from './vault.ts'

const log = createLogger('silent')
const config = readConfig({
  ACH_DESTINATION: ORIGINATOR.destination,
  ACH_DESTINATION_NAME: ORIGINATOR.destinationName,
  ACH_ORIGIN: ORIGINATOR.origin,
  ACH_ORIGIN_NAME: ORIGINATOR.originName,
  ACH_COMPANY_ID: ORIGINATOR.companyIdentification,
  ACH_ROUTING_NUMBER: ORIGINATOR.routingNumber,
})
const tools = { config, ...deedTools(config, vault, log) }

/** What a command of the operator's says, and how it ends. */
export async function runOperator(
  { database, databaseUrl: url }: RunningService,
  ...words: string[]
): Promise<{ code: number; output: string }> {
  const { command, args } = findCommand(words)
  if ('runOffline' in command) throw new Error(`${command.name} does not need the database.`)
  const storage = { url, vaultKey: VAULT_KEY, close: async () => {} }
  try {
    const lines = await runCommand(command, args, { ...tools, database, storage, print: () => {} })
    return { code: 0, output: lines.join('\n') }
  } catch (error) {
    if (error instanceof Finding || error instanceof StartError || error instanceof Problem)
      return { code: 1, output: error.message }
    throw error
  }
}

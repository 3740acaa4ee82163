import { prepareDatabase } from '../app/prepare-database.ts'
import { connectionDeps, payoutDeps } from '../app/resource-deps.ts'
import { readConfig } from '../config.ts'
import { Problem } from '../kernel/errors.ts'
import { openDatabase } from '../platform/database.ts'
import { explain } from '../platform/explain.ts'
import { createLogger } from '../platform/logs.ts'
import { StartError } from '../platform/start-error.ts'
import { visitStorage } from '../platform/storage.ts'
import { openVault } from '../platform/vault.ts'
import { Finding, type OperatorCommand } from './command.ts'
import { findCommand, usage } from './commands.ts'
import { runCommand } from './run-command.ts'

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0 || words.includes('--help')) {
    process.stdout.write(usage())
    return
  }
  const { command, args } = findCommand(words)
  const lines = 'runOffline' in command ? await command.runOffline(args) : await runWithData(command, args)
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}

/** Opens the service's data for one command, beside a running service or alone. */
async function runWithData(
  command: Exclude<OperatorCommand, { runOffline: unknown }>,
  args: readonly string[],
): Promise<string[]> {
  const config = readConfig(process.env)
  const storage = await visitStorage(config)
  try {
    const vault = openVault(storage.vaultKey)
    const { url, role } = await prepareDatabase(storage.url, vault)
    const database = openDatabase({ url, connectionsMax: 1, ...(role ? { role } : {}) })
    try {
      const log = createLogger(config.logLevel)
      const tools = { config, vault, connections: connectionDeps(vault, log), payouts: payoutDeps(vault, log) }
      const print = (line: string): void => void process.stdout.write(`${line}\n`)
      return await runCommand(command, args, { ...tools, database, storage, print })
    } finally {
      await database.close()
    }
  } finally {
    await storage.close()
  }
}

main(process.argv.slice(2)).catch((error) => {
  if (error instanceof Finding) {
    process.stdout.write(`${error.message}\n`)
    process.exitCode = 1
    return
  }
  const text = error instanceof StartError || error instanceof Problem ? error.message : explain(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
})

import { deedTools } from '../app/deed-tools.ts'
import { prepareDatabase } from '../app/prepare-database.ts'
import { readConfig } from '../config.ts'
import { Problem } from '../kernel/errors.ts'
import { openDatabase } from '../platform/database.ts'
import { explain } from '../platform/explain.ts'
import { createLogger } from '../platform/logs.ts'
import { StartError } from '../platform/start-error.ts'
import { visitStorage } from '../platform/storage.ts'
import { openVault } from '../platform/vault.ts'
import { type Acting, Finding, type OperatorCommand } from './command.ts'
import { findCommand, readActing, usage } from './commands.ts'
import { runCommand } from './run-command.ts'

async function main(given: readonly string[]): Promise<void> {
  if (given.length === 0 || given.includes('--help')) {
    process.stdout.write(usage())
    return
  }
  const { words, acting } = readActing(given)
  const { command, args } = findCommand(words)
  const lines = 'runOffline' in command ? await command.runOffline(args) : await runWithData(command, args, acting)
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}

/** Opens the service's data for one command, beside a running service or alone. */
async function runWithData(
  command: Exclude<OperatorCommand, { runOffline: unknown }>,
  args: readonly string[],
  acting: Acting,
): Promise<string[]> {
  const config = readConfig(process.env)
  const storage = await visitStorage(config)
  try {
    const vault = openVault(storage.vaultKey)
    const { url, role } = await prepareDatabase(storage.url, vault)
    const database = openDatabase({ url, connectionsMax: 1, ...(role ? { role } : {}) })
    try {
      const log = createLogger(config.logLevel)
      const tools = { config, acting, ...deedTools(config, vault, log) }
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

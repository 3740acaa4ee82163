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
import { Finding } from './command.ts'
import { ALL_COMMANDS, refuseSurplus, usage } from './commands.ts'

async function main(): Promise<void> {
  const words = process.argv.slice(2)
  if (words.length === 0 || words.includes('--help')) {
    process.stdout.write(usage())
    return
  }
  const command = ALL_COMMANDS.find(({ name }) => name.split(' ').every((part, index) => words[index] === part))
  if (!command) throw new StartError(`There is no command \`${words.join(' ')}\`.\n\n${usage()}`)
  const args = words.slice(command.name.split(' ').length)
  refuseSurplus(command, args)
  if ('offline' in command) {
    process.stdout.write(`${(await command.offline(args)).join('\n')}\n`)
    return
  }
  const config = readConfig(process.env)
  const storage = await visitStorage(config)
  try {
    const role = await prepareDatabase(storage.url)
    const database = openDatabase({ url: storage.url, connectionsMax: 1, ...(role ? { role } : {}) })
    try {
      const vault = openVault(storage.vaultKey)
      const log = createLogger(config.logLevel)
      const tools = { config, vault, connections: connectionDeps(vault, log), payouts: payoutDeps(vault, log) }
      const lines =
        'onSite' in command
          ? await command.onSite({ ...tools, database, storage }, args)
          : await database.transaction((tx) => command.run(tx, args, tools))
      process.stdout.write(`${lines.join('\n')}\n`)
    } finally {
      await database.close()
    }
  } finally {
    await storage.close()
  }
}

main().catch((error) => {
  if (error instanceof Finding) {
    process.stdout.write(`${error.message}\n`)
    process.exitCode = 1
    return
  }
  const text = error instanceof StartError || error instanceof Problem ? error.message : explain(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
})

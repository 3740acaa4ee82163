import { createServer } from 'node:http'
import { openDatabase } from '../../service/src/platform/database.ts'
import { createLogger } from '../../service/src/platform/logs.ts'
import { openVault } from '../../service/src/platform/vault.ts'
import { achByFile } from '../../service/src/rails/ach/by-file.ts'
import { sandboxAch } from '../../service/src/rails/ach/sandbox.ts'
import { folderTransport } from '../../service/src/rails/ach/transport/folder.ts'
import { makeFiles, transmitFiles } from '../../service/src/resources/bank-files/index.ts'
import { productionBank } from '../../service/src/tenants/index.ts'

/** Makes the files and brings them to a folder when it is asked to, in a process of its own: its memory is what counts. */
const database = openDatabase({ url: process.env.DATABASE_URL ?? '', connectionsMax: 4 })
const folder = process.env.FOLDER ?? ''
const log = createLogger('warn')
const deps = {
  vault: openVault(process.env.VAULT_KEY ?? ''),
  ach: { sandbox: sandboxAch, production: achByFile },
  log,
  folders: folderTransport({ out: folder, in: folder }),
  leaseMs: 60_000,
  originator: {
    destination: '231380104',
    destinationName: 'First Bank',
    origin: '1212345678',
    originName: 'Tributary',
    companyIdentification: '1212345678',
    routingNumber: '121042882',
  },
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

const server = createServer(async (_request, response) => {
  const bank = await database.transaction(productionBank)
  const make = await seconds(() => makeFiles(database, bank, deps))
  const transmit = await seconds(() => transmitFiles(database, bank, deps))
  response.end(JSON.stringify({ make, transmit, memory: process.resourceUsage().maxRSS / 1_024 }))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`listening http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})
process.on('SIGTERM', () => process.exit(0))

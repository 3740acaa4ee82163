import { RESOURCES } from '../typescript/src/resources.ts'
import { type ApiDocument, operationsOf } from './schema.ts'

const firstLower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
const singular = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : name)

/** Nouns of answers whose resource has another name. */
const VARIABLES: Readonly<Record<string, string>> = {
  createPayouts: 'batch',
  createConnectLink: 'link',
  createConnectInvite: 'invite',
  getWebhookSecret: 'secret',
  rotateWebhookSecret: 'secret',
  redeliver: 'delivery',
  getDelivery: 'delivery',
  listDeliveries: 'delivery',
  testWebhook: 'delivery',
  recoverWebhook: 'recovered',
  getClock: 'clock',
  advanceClock: 'clock',
  previewDeposit: 'preview',
  simulateDeposit: 'deposit',
  listP2p: 'payment',
  listP2pOfConnection: 'payment',
  listP2pBetweenConnections: 'payment',
  listPayoutsOfConnection: 'payout',
  listPayoutsOfApproval: 'payout',
  listContractsOfConnection: 'contract',
  listPurchasesOfBuyer: 'purchase',
  listContractActivity: 'entry',
  listAuditEntries: 'entry',
  listRequests: 'request',
  listSplits: 'split',
  listMessages: 'message',
}

function variableOf(resource: string, id: string): string {
  if (VARIABLES[id]) return VARIABLES[id]
  if (resource === 'sandbox') return 'result'
  if (resource === 'p2p') return 'payment'
  return firstLower(singular(resource))
    .replace(/^account(?=C)/, '')
    .replace(/^Connection$/, 'connection')
}

/** The methods of the libraries, for the examples of the docs: by operation. */
export function docsText(document: ApiDocument): string {
  const operations = new Map(operationsOf(document).map((operation) => [operation.id, operation]))
  const entries = Object.entries(RESOURCES).flatMap(([resource, verbs]) =>
    Object.entries(verbs).map(([verb, id]) => [
      id,
      {
        resource,
        verb,
        isList: operations.get(id)?.answers !== 'one',
        variable: variableOf(resource, id),
      },
    ]),
  )
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

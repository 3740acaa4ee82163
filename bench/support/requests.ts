import { AUTHORIZATION } from './arena.ts'
import type { LoadOrders } from './raw-load.ts'
import { buyerId, connectionId } from './seed.ts'

/** Requests for the load generator; the benchmark adds the port, the connections and the time. */
export type Requests = Omit<LoadOrders, 'port' | 'connections' | 'seconds' | 'rate'>

const API = '/enterprise/v1'
const BODIES = 5_000
/** A prime: neighbouring requests touch rows that are far apart. */
const STRIDE = 7_919

/** Bodies of payouts, spread over so many seeded connections. */
export const payoutBodies = (connections: number): string[] =>
  Array.from({ length: BODIES }, (_, nth) =>
    JSON.stringify({
      account_connection: connectionId((nth * STRIDE) % connections),
      amount_in_cents: 100 + (nth % 900),
    }),
  )

export const payoutRequests = (connections: number): Requests => ({
  method: 'POST',
  path: `${API}/payout`,
  authorization: AUTHORIZATION,
  keyed: true,
  bodies: payoutBodies(connections),
})

const BATCHES = 4

/** Batches of so many payouts each. */
export const batchRequests = (connections: number, size: number): Requests => {
  const payouts = payoutBodies(connections)
  const bodyOf = (nth: number) => `{"payouts":[${payouts.slice(nth * size, (nth + 1) * size).join(',')}]}`
  return {
    ...payoutRequests(connections),
    path: `${API}/payout/batch`,
    bodies: Array.from({ length: BATCHES }, (_, nth) => bodyOf(nth)),
  }
}

/** Bodies of P2P payments, one for each pair of neighbouring connections. */
export const p2pBodies = (pairs: number): string[] =>
  Array.from({ length: pairs }, (_, nth) =>
    JSON.stringify({
      source: connectionId(2 * nth),
      destination: connectionId(2 * nth + 1),
      amount_in_cents: 100 + (nth % 900),
    }),
  )

export const P2P_CODE = JSON.stringify({ code: '000000' })

/** Creates a P2P payment, then commits it. */
export const p2pRequests = (pairs: number): Requests => ({
  method: 'POST',
  path: `${API}/p2p`,
  authorization: AUTHORIZATION,
  keyed: true,
  bodies: p2pBodies(pairs),
  after: { path: `${API}/p2p/{id}/commit`, body: P2P_CODE },
})

export const purchaseBodies = (buyers: number): string[] =>
  Array.from({ length: BODIES }, (_, nth) =>
    JSON.stringify({
      buyer: buyerId((nth * STRIDE) % buyers),
      items: [
        { name: 'Concert ticket', amount_in_cents: 4_500, quantity: 1 + (nth % 4) },
        { name: 'Discount', amount_in_cents: -500 },
      ],
    }),
  )

/** Creates a purchase, then commits it. */
export const purchaseRequests = (buyers: number): Requests => ({
  method: 'POST',
  path: `${API}/purchase`,
  authorization: AUTHORIZATION,
  keyed: true,
  bodies: purchaseBodies(buyers),
  after: { path: `${API}/purchase/{id}/commit`, body: '{}' },
})

export const readRequests = (path: string): Requests => ({
  method: 'GET',
  path: `${API}${path}`,
  authorization: AUTHORIZATION,
})

/** Each of these in turn: requests that arrive together ask for different ones. */
export const readEachRequests = (paths: readonly string[]): Requests => ({
  ...readRequests(''),
  paths: paths.map((path) => `${API}${path}`),
})

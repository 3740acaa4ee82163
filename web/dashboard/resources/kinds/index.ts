import type { Kind, KindName, Row } from '../kind.ts'
import { accountConnections } from './account-connections.tsx'
import { buyers } from './buyers.tsx'
import { contracts } from './contracts.tsx'
import { p2p } from './p2p.tsx'
import { payouts } from './payouts.tsx'
import { purchases } from './purchases.tsx'
import { withdrawals } from './withdrawals.tsx'

export const KINDS: Readonly<Record<KindName, Kind<Row>>> = {
  'account-connections': accountConnections,
  payouts,
  withdrawals,
  p2p,
  contracts,
  buyers,
  purchases,
}

import { findConnectionSubjects } from '../resources/account-connections/index.ts'
import { findApprovalSubjects } from '../resources/approvals/index.ts'
import { findBuyerSubjects } from '../resources/buyers/index.ts'
import { findContractSubjects } from '../resources/contracts/index.ts'
import type { EventSubjects } from '../resources/events/index.ts'
import { findPayoutSubjects } from '../resources/payouts/index.ts'
import { findPurchaseSubjects } from '../resources/purchases/index.ts'
import { findWithdrawalSubjects } from '../resources/withdrawals/index.ts'

/** The rooms that name the resources of events; the room of events knows none of them. */
export const EVENT_SUBJECTS: EventSubjects = {
  'account_connection.update': findConnectionSubjects,
  'payout.update': findPayoutSubjects,
  'buyer.update': findBuyerSubjects,
  'purchase.update': findPurchaseSubjects,
  'contract.update': findContractSubjects,
  'approval.update': findApprovalSubjects,
  'withdrawal.update': findWithdrawalSubjects,
}

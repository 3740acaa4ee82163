import type { Purchase } from '../../../../contracts/purchases.ts'
import type { AccountConnectionListed, Contract, P2p, Payout, Withdrawal } from '../../../../contracts/resources.ts'
import { request } from '../../api/requests.ts'
import type { BulkKind } from '../BulkActions.tsx'
import { Named } from '../Named.tsx'
import { canRetry, retryPayout } from '../payout-retry.ts'

const BACK = 'The money that was set aside goes back to your operating account.'

/** Cancels a row, and answers what it is where it is too late. */
async function cancel(path: string): Promise<string | undefined> {
  const { status } = await request<{ readonly status: string }>('PUT', path, { body: { status: 'canceled' } })
  return status === 'canceled' ? undefined : `It is ${status} already.`
}

export const PAYOUT_DEEDS: BulkKind<Payout> = {
  one: 'payout',
  many: 'payouts',
  csv: 'payouts',
  centsOf: ({ amount_in_cents }) => amount_in_cents,
  nameOf: ({ account_connection }) => <Named id={account_connection} />,
  deeds: [
    {
      verb: 'Cancel',
      needs: 'payments.make',
      danger: true,
      title: (_rows, what) => `Cancel ${what}?`,
      text: `${BACK} A canceled payout stays canceled.`,
      takes: ({ status }) => status === 'ready',
      run: ({ id }, at) => cancel(at(`v1/payout/${id}`)),
    },
    {
      verb: 'Retry',
      needs: 'payments.make',
      title: (_rows, what) => `Pay ${what} again?`,
      text: 'Each is paid again from your operating account, at once, to where the creator is paid now. Fees are charged as usual.',
      takes: canRetry,
      run: (payout, at) => retryPayout(at('v1/payout'), payout).then(() => undefined),
    },
  ],
}

export const WITHDRAWAL_DEEDS: BulkKind<Withdrawal> = {
  one: 'withdrawal',
  many: 'withdrawals',
  centsOf: ({ amount_in_cents }) => amount_in_cents,
  nameOf: ({ destination }) => destination,
  deeds: [
    {
      verb: 'Cancel',
      needs: 'payments.make',
      danger: true,
      title: (_rows, what) => `Cancel ${what}?`,
      text: `${BACK} A canceled withdrawal stays canceled.`,
      takes: ({ status }) => status === 'ready',
      run: ({ id }, at) => cancel(at(`v1/withdrawal/${id}`)),
    },
  ],
}

/** The amount that a refund would give back. */
const refundable = ({ total_in_cents, refunded_in_cents = 0 }: Purchase): number => total_in_cents - refunded_in_cents

export const PURCHASE_DEEDS: BulkKind<Purchase> = {
  one: 'purchase',
  many: 'purchases',
  csv: 'purchases',
  centsOf: ({ total_in_cents }) => total_in_cents,
  nameOf: ({ buyer }) => <Named id={buyer} />,
  deeds: [
    {
      verb: 'Refund',
      needs: 'payments.make',
      danger: true,
      title: (_rows, what) => `Refund what is left of ${what}?`,
      text: 'Each buyer gets back what was not refunded yet, from your operating account. Fees are not given back.',
      takes: (purchase) => purchase.status === 'completed' && refundable(purchase) > 0,
      run: ({ id }, at) =>
        // The same key, whoever presses: two people who press at once refund once.
        request('POST', at(`v1/purchase/${id}/refund`), { body: {}, idempotencyKey: `bulk-refund-${id}` }).then(
          () => undefined,
        ),
    },
  ],
}

export const P2P_DEEDS: BulkKind<P2p> = {
  one: 'payment',
  many: 'payments',
  csv: 'p2p',
  centsOf: ({ amount_in_cents }) => amount_in_cents,
  nameOf: ({ source }) => <Named id={source} />,
  deeds: [],
}

export const CONTRACT_DEEDS: BulkKind<Contract> = {
  one: 'contract',
  many: 'contracts',
  csv: 'contracts',
  nameOf: ({ account_connection }) => <Named id={account_connection} />,
  deeds: [
    {
      verb: 'Terminate',
      needs: 'connections.change',
      danger: true,
      title: (_rows, what) => `Terminate ${what}?`,
      text: 'Future deposits are no longer split. Earlier splits are unchanged.',
      takes: ({ status }) => status === 'created' || status === 'active',
      run: ({ id }, at) => request('DELETE', at(`v1/contract/${id}`)).then(() => undefined),
    },
  ],
}

export const CREATOR_DEEDS: BulkKind<AccountConnectionListed> = {
  one: 'creator',
  many: 'creators',
  nameOf: ({ id }) => <Named id={id} />,
  deeds: [
    {
      verb: 'Invite',
      needs: 'connections.change',
      title: (_rows, what) => `Invite ${what} to Connect?`,
      text: 'Each gets a mail with a link of their own, in which they decide how to be paid. It is open for 72 hours.',
      takes: ({ status, email }) => status === 'created' && Boolean(email),
      run: ({ id }, at) =>
        request('POST', at('v1/connect-invite'), { body: { account_connection: id } }).then(() => undefined),
    },
  ],
}

import fc from 'fast-check'
import type { Expected } from './model/book.ts'
import { RETURN_REASONS, type ReturnCode } from './model/payout.ts'
import {
  amount,
  given,
  index,
  indexOrNone,
  keyed,
  kind,
  NOBODY,
  pick,
  pickOften,
  pickRecent,
  post,
  put,
  type Step,
  sometimes,
  userData,
} from './step.ts'

const description = sometimes('Surplus', 'Für die Bücher')

export const WITHDRAWAL_COMMANDS = {
  withdraw: kind(
    6,
    { amount, description, userData, keyed },
    ({ amount, description, userData, keyed }, { withdrawals }, key) => {
      const body = given({ amount_in_cents: amount, description, user_data: userData })
      const step = post('/withdrawal', body, () => withdrawals.create({ amount, description, userData }))
      return { ...step, key: keyed ? key : undefined }
    },
  ),
  'change withdrawal': kind(
    2,
    { withdrawal: index, isCanceling: fc.boolean(), description, userData },
    ({ withdrawal: nth, isCanceling, description, userData }, { withdrawals }) => {
      const withdrawal = pickRecent(withdrawals.all, nth)
      const body = given({ status: isCanceling ? 'canceled' : undefined, description, user_data: userData })
      return (
        withdrawal &&
        put(`/withdrawal/${withdrawal.id}`, body, () =>
          withdrawals.change(withdrawal, { description, userData, isCanceling }),
        )
      )
    },
  ),
  'return withdrawal': kind(
    2,
    { withdrawal: index, code: fc.constantFrom(...(Object.keys(RETURN_REASONS) as ReturnCode[])) },
    ({ withdrawal: nth, code }, { withdrawals }) => {
      const withdrawal = pickOften(withdrawals.all, nth, ({ status }) => status === 'sent')
      const told = withdrawal && { withdrawal: withdrawal.id, code }
      return told && post('/sandbox/withdrawal-return', told, () => withdrawals.return(withdrawal, code))
    },
  ),
  'fail withdrawal': kind(2, { withdrawal: index }, (command, { withdrawals }) => {
    const withdrawal = pickRecent(withdrawals.all, command.withdrawal)
    const told = withdrawal && { withdrawal: withdrawal.id }
    return told && post('/sandbox/withdrawal-error', told, () => withdrawals.fail(withdrawal))
  }),
  'withdraw as creator': kind(
    3,
    { connection: indexOrNone, amount: fc.oneof(amount, fc.constant(400_000)) },
    ({ connection: nth, amount }, { connections, withdrawals }): Step => {
      const connection = pick(connections.all, nth)
      const body = { account_connection: connection?.id ?? NOBODY, amount_in_cents: amount }
      const expect = (): Expected => withdrawals.take(connection, amount)
      let id = ''
      return {
        ...post('/sandbox/withdrawal', body, () => {
          const expected = expect()
          const shown = expected.body
          return shown ? { ...expected, body: () => ({ id, ...shown() }) } : expected
        }),
        take(answer, free) {
          id = free.idOf('wdr', answer.id)
          return undefined
        },
      }
    },
  ),
  'register bank account': kind(
    1,
    { account_number: fc.constantFrom('000123456789', '111222333444', '900011112222') },
    ({ account_number }, { withdrawals }) => {
      const account = { name_on_account: 'Acme', account_number, routing_number: '021000021', account_type: 'checking' }
      return post('/sandbox/bank-account', account, () => withdrawals.register(account_number))
    },
  ),
}

import { type TSchema, Type } from 'typebox'
import type { AccountMoney, AccountMoneySteps, AccountNumbers } from '../../../../contracts/account.ts'
import { type Api, Closed, Text, type Wire } from '../../http/index.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { BankAccountFields } from '../account-connections/index.ts'
import { type ClosingDeps, closeOwnAccount } from './closing.ts'
import { accepting, type DoorDeps, tokenOf } from './door.ts'
import * as money from './money.ts'

type Deps = ClosingDeps & DoorDeps

const Amount = Type.Integer({ minimum: 1, maximum: AMOUNT_MAX })
const Proof = Type.Integer({ minimum: 1, maximum: 99 })
const Nothing = Closed({})

/** A creator's money: the bank account that it goes to, withdrawals, and the numbers at which deposits arrive. */
export function moneyRoutes(api: Api, deps: Deps): void {
  api.get('/account/api/money', { schema: { hide: true } }, (request) => money.readMoney(tokenOf(request, deps), deps))

  function step<Path extends keyof AccountMoneySteps, T extends TSchema>(
    path: Path,
    schema: T,
    work: (token: string | undefined, input: Wire<T, AccountMoneySteps[Path]>) => Promise<AccountMoney>,
  ): void {
    api.post(`/account/api/${path}`, accepting(schema, deps), (request) =>
      work(tokenOf(request, deps), request.body as Wire<T, AccountMoneySteps[Path]>),
    )
  }

  step('bank-account', Closed({ ...BankAccountFields, password: Text(200) }), (token, input) =>
    money.addAccount(token, input, deps),
  )
  step('bank-account/prove', Closed({ first: Proof, second: Proof }), (token, input) =>
    money.proveAccount(token, input, deps),
  )
  step('bank-account/remove', Nothing, (token) => money.removeAccount(token, deps))
  step('withdraw', Closed({ amount_in_cents: Amount, request: Text(64) }), (token, input) =>
    money.takeOut(token, input, deps),
  )
  step('close', Closed({ password: Text(200) }), (token, input) => closeOwnAccount(token, input, deps))
  step('numbers/code', Nothing, (token) => money.sendNumbersCode(token, deps))

  const Code = Closed({ code: Type.String({ pattern: '^\\d{6}$', 'x-form': 'six digits' }) })
  api.post(
    '/account/api/numbers',
    accepting(Code, deps),
    (request): Promise<AccountNumbers> => money.readNumbers(tokenOf(request, deps), request.body.code, deps),
  )
}

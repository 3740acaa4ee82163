import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import type { AccountSecurity, AccountSecuritySteps } from '../../../../contracts/account.ts'
import { type Api, Closed, NewPassword, OneOf, Text, type Wire } from '../../http/index.ts'
import { LegacyPayoutMethod } from '../account-connections/index.ts'
import type { SessionSource } from '../creators/index.ts'
import { accepting, type DoorDeps, sourceOf, tokenOf } from './door.ts'
import { changeAddress } from './profile-changes.ts'
import * as security from './security.ts'
import type { HomeDeps } from './session.ts'

type SecurityDeps = HomeDeps & DoorDeps

const Code = Closed({ code: Type.String({ pattern: '^\\d{6}$', 'x-form': 'six digits' }) })
const Change = Closed({
  kind: OneOf(['email', 'mobile']),
  value: Type.String({ minLength: 1, maxLength: 254 }),
  password: Text(200),
})
const { street_line_1, street_line_2, city, state_abbreviation, postal_code } = LegacyPayoutMethod.properties
const Address = Closed({
  street_line_1,
  street_line_2,
  city,
  state_abbreviation,
  postal_code,
  password: Text(200),
})
const Nothing = Closed({})

/** How a creator keeps their login: e-mail address, mobile number, home address, password, sessions. */
export function securityRoutes(api: Api, deps: SecurityDeps): void {
  api.get('/account/api/security', { schema: { hide: true } }, (request) =>
    security.readSecurity(tokenOf(request, deps), deps),
  )

  function step<Path extends keyof AccountSecuritySteps, T extends TSchema>(
    path: Path,
    schema: T,
    work: (
      token: string | undefined,
      input: Wire<T, AccountSecuritySteps[Path]>,
      source: SessionSource,
    ) => Promise<AccountSecurity>,
  ): void {
    api.post(`/account/api/${path}`, accepting(schema, deps), (request) =>
      work(tokenOf(request, deps), request.body as Wire<T, AccountSecuritySteps[Path]>, sourceOf(request, deps)),
    )
  }

  step('change', Change, (token, input, source) => security.startChange(token, input, source, deps))
  step('change/code', Code, (token, { code }, source) => security.finishChange(token, code, source, deps))
  step('change/resend', Nothing, (token, _input, source) => security.resendChangeCode(token, source, deps))
  step('change/abandon', Nothing, (token) => security.abandonChange(token, deps))
  step('password', Closed({ password: Text(200), new_password: NewPassword }), (token, input) =>
    security.changePassword(token, input, deps),
  )
  step('address', Address, (token, input) => changeAddress(token, input, deps))
  step('sessions/end', Closed({ session: Type.Optional(Text(64)) }), (token, { session }) =>
    security.endSessions(token, session, deps),
  )
}

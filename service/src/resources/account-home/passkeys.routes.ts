import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import type { AccountSecurity, PasskeySteps } from '../../../../contracts/account.ts'
import { type Api, Closed, languageOf, OneOf, type Response, Text, type Wire } from '../../http/index.ts'
import { learnLanguage, type SessionSource } from '../creators/index.ts'
import { accepting, type DoorDeps, setCookie, setDevice, sourceOf, tokenOf } from './door.ts'
import * as passkeys from './passkeys.ts'
import { endSession, SESSION_MINUTES, type Visitor } from './session.ts'

type PasskeyRouteDeps = passkeys.PasskeyDeps & DoorDeps

const PASSKEY_NAME_MAX = 60
const Bytes = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 8_192, 'x-form': 'bytes in base64url' })
const Id = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1_400, 'x-form': 'bytes in base64url' })
const credential = { id: Id, rawId: Id, type: OneOf(['public-key']) }

const Created = Closed({
  ...credential,
  response: Closed({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(Type.Array(Text(30), { maxItems: 10 })),
  }),
})
const Answered = Closed({
  ...credential,
  response: Closed({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes }),
})
const Name = Text(PASSKEY_NAME_MAX)
const Passkey = Text(64)

/** Passkeys of a creator's login: added, named and removed in a session, and a session begun with one. */
export function passkeyRoutes(api: Api, deps: PasskeyRouteDeps, view: (visitor: Visitor) => unknown): void {
  function step<Path extends keyof PasskeySteps, T extends TSchema>(
    path: Path,
    schema: T,
    work: (token: string | undefined, input: Wire<T, PasskeySteps[Path]>) => Promise<AccountSecurity>,
  ): void {
    api.post(`/account/api/${path}`, accepting(schema, deps), (request) =>
      work(tokenOf(request, deps), request.body as Wire<T, PasskeySteps[Path]>),
    )
  }

  api.post('/account/api/passkeys/options', accepting(Closed({ password: Text(200) }), deps), (request) =>
    passkeys.startAdding(tokenOf(request, deps), request.body.password, deps),
  )
  step('passkeys', Closed({ response: Created, name: Name }), (token, input) => passkeys.addPasskey(token, input, deps))
  step('passkeys/rename', Closed({ passkey: Passkey, name: Name }), (token, input) =>
    passkeys.rename(token, input, deps),
  )
  step('passkeys/remove', Closed({ passkey: Passkey }), (token, { passkey }) => passkeys.remove(token, passkey, deps))

  api.post('/account/api/passkey/options', accepting(Closed({}), deps), () => passkeys.startSignIn(deps))

  api.post('/account/api/passkey/sign-in', accepting(Closed({ response: Answered }), deps), async (request, reply) => {
    const source: SessionSource = sourceOf(request, deps)
    const { token, visitor, device } = await passkeys.signInByPasskey(request.body.response, source, deps)
    await endSession(tokenOf(request, deps), deps)
    greet(reply, token, device)
    await learnLanguage(deps.database.sql, deps.vault, visitor.creator, languageOf(request))
    return view(visitor)
  })

  function greet(reply: Response, token: string, device: string): void {
    setCookie(reply, token, SESSION_MINUTES * 60, deps)
    setDevice(reply, device, deps)
  }
}

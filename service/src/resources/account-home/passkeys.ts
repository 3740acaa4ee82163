import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AccountSecurity, PasskeyAnswer, PasskeyCreated, PasskeySteps } from '../../../../contracts/account.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { databaseTime } from '../../platform/database-time.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { countTry, forgiveTry, type TryLimit } from '../../platform/tries.ts'
import {
  type CreatorRow,
  deletePasskey,
  emailOf,
  findCreator,
  insertPasskey,
  listPasskeys,
  lockCreator,
  lockPasskey,
  markPasskeyUsed,
  type NewPasskey,
  type PasskeyOwner,
  type PasskeyRow,
  rememberDevice,
  renamePasskey,
  type SessionSource,
  touchSignIn,
} from '../creators/index.ts'
import { isFirstAnswer, isOwnChallenge, newChallenge } from './passkey-challenge.ts'
import { readSecurity, requirePassword } from './security.ts'
import {
  type HomeDeps,
  insertSession,
  type NewSession,
  passSecondFactor,
  requireSignedIn,
  tellOfChange,
  type Visitor,
} from './session.ts'

export interface PasskeyDeps extends HomeDeps {
  readonly publicRoot: () => string
}

const PASSKEYS_MAX = 10
const SIGN_IN = 'sign-in'
const TRIES: TryLimit = { name: 'creator passkey', max: 30, seconds: 900 }

/** A passkey belongs to the name of the host, and answers on the page's own origin alone. */
const partyOf = ({ publicRoot }: PasskeyDeps): { readonly rpID: string; readonly origin: string } => {
  const { hostname, origin } = new URL(publicRoot())
  return { rpID: hostname, origin }
}

const TENANT_BYTES = 4

/** The owner as the authenticator keeps it: with the bank's number, so that one server of a cluster is asked. */
function handleOf({ tenant_id, id }: Pick<CreatorRow, 'tenant_id' | 'id'>): Uint8Array<ArrayBuffer> {
  const tenant = Buffer.alloc(TENANT_BYTES)
  tenant.writeUInt32BE(tenant_id)
  return Uint8Array.from(Buffer.concat([tenant, Buffer.from(id)]))
}

function ownerOf(handle: string): PasskeyOwner | undefined {
  const bytes = Buffer.from(handle, 'base64url')
  if (bytes.length <= TENANT_BYTES) return undefined
  const tenant = bytes.readInt32BE(0)
  return tenant > 0
    ? { tenant: tenant as TenantId, creator: bytes.subarray(TENANT_BYTES).toString().replaceAll('\0', '') }
    : undefined
}

const addingIn = ({ session }: Visitor): string => `add ${session.id}`

/**
 * Needs the password, as every change of a login does. The challenge is bound to this session, so that the second step need
 * not ask for it again.
 */
export async function startAdding(
  token: string | undefined,
  password: string,
  deps: PasskeyDeps,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const visitor = await requireSignedIn(token, deps)
  const { creator } = visitor
  await requirePassword(visitor, password, deps)
  const known = await listPasskeys(deps.database.sql, creator)
  if (known.length >= PASSKEYS_MAX) throw tooMany()
  const name = `${creator.first_name} ${creator.last_name}`
  return generateRegistrationOptions({
    rpName: 'Tributary',
    rpID: partyOf(deps).rpID,
    userID: handleOf(creator),
    userName: emailOf(creator) ?? name,
    userDisplayName: name,
    challenge: newChallenge(addingIn(visitor), await databaseTime(deps.database.sql), deps.vault),
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

const tooMany = () => problem('invalid_state', `A login has at most ${PASSKEYS_MAX} passkeys; remove one first.`)
const unverified = () => problem('incorrect_credentials', 'The passkey could not be verified; try again.')

export async function addPasskey(
  token: string | undefined,
  { response, name }: PasskeySteps['passkeys'],
  deps: PasskeyDeps,
): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  const { creator } = visitor
  const passkey = await readNew(response, visitor, nameOf(name), deps)
  await deps.database.transaction(async (tx) => {
    await lockCreator(tx, creator.tenant_id, creator.id)
    if ((await listPasskeys(tx, creator)).length >= PASSKEYS_MAX) throw tooMany()
    if (!(await insertPasskey(tx, creator, passkey))) throw unverified()
    await tellOfChange(tx, creator, 'passkey_added', deps.vault)
  })
  return readSecurity(token, deps)
}

/** The library throws for an answer that it cannot read, and for one that is not what was asked for. */
async function readNew(
  response: PasskeyCreated,
  visitor: Visitor,
  name: string,
  deps: PasskeyDeps,
): Promise<NewPasskey> {
  const { rpID, origin } = partyOf(deps)
  const now = await databaseTime(deps.database.sql)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) => isOwnChallenge(challenge, addingIn(visitor), now, deps.vault),
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw unverified()
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    id: newId('creatorPasskey'),
    name,
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: response.response.transports ?? [],
  }
}

function nameOf(given: string): string {
  const name = given.replace(/\s+/g, ' ').trim()
  if (!/\p{C}/u.test(name)) return name
  throw validationFailed([{ param: 'name', code: 'invalid_format', message: 'must hold no control characters' }])
}

const passkeyNotFound = () => problem('not_found', 'There is no passkey with this id.')

export async function rename(
  token: string | undefined,
  { passkey, name }: PasskeySteps['passkeys/rename'],
  deps: PasskeyDeps,
): Promise<AccountSecurity> {
  const { creator } = await requireSignedIn(token, deps)
  const renamed = await deps.database.transaction((tx) => renamePasskey(tx, creator, passkey, nameOf(name)))
  if (!renamed) throw passkeyNotFound()
  return readSecurity(token, deps)
}

export async function remove(token: string | undefined, passkey: string, deps: PasskeyDeps): Promise<AccountSecurity> {
  const { creator } = await requireSignedIn(token, deps)
  await deps.database.transaction(async (tx) => {
    if (!(await deletePasskey(tx, creator, passkey))) throw passkeyNotFound()
    await tellOfChange(tx, creator, 'passkey_removed', deps.vault)
  })
  return readSecurity(token, deps)
}

/** Anybody may ask: the browser offers the passkeys that it has for this host. */
export async function startSignIn(deps: PasskeyDeps): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: partyOf(deps).rpID,
    challenge: newChallenge(SIGN_IN, await databaseTime(deps.database.sql), deps.vault),
    userVerification: 'required',
  })
}

const unknownPasskey = () =>
  problem('incorrect_credentials', 'This passkey is not known here. Sign in with your e-mail address and password.')

/**
 * Begins a session. The authenticator has verified its user, so a passkey stands for the password and the code. The try
 * is counted before anything is compared.
 */
export async function signInByPasskey(
  answer: PasskeyAnswer,
  source: SessionSource,
  deps: PasskeyDeps,
): Promise<NewSession & { readonly device: string }> {
  const { sql } = deps.database
  await countTry(sql, deps.vault, TRIES, source.address)
  const owner = ownerOf(answer.response.userHandle)
  if (!owner) throw unknownPasskey()
  const device = source.device ?? newToken()
  const opened = await deps.database.transaction(async (tx) => {
    const passkey = await lockPasskey(tx, deps.environment, owner, answer.id)
    const creator = passkey && (await findCreator(tx, owner.tenant, owner.creator))
    if (!passkey || !creator) throw unknownPasskey()
    const { counter, challenge } = await verifyAnswer(answer, passkey, await databaseTime(tx), deps)
    if (!(await isFirstAnswer(tx, deps.vault, challenge))) throw unverified()
    await markPasskeyUsed(tx, owner, passkey.credential_id, counter)
    const { token, visitor } = await insertSession(tx, creator, source)
    const session = await passSecondFactor(tx, visitor)
    await touchSignIn(tx, creator)
    await rememberDevice(tx, creator, hashToken(device))
    return { token, visitor: { session, creator } }
  })
  await forgiveTry(sql, deps.vault, TRIES, source.address)
  return { ...opened, device }
}

async function verifyAnswer(
  answer: PasskeyAnswer,
  { credential_id, public_key, counter }: PasskeyRow,
  now: Date,
  deps: PasskeyDeps,
): Promise<{ readonly counter: number; readonly challenge: string }> {
  const { rpID, origin } = partyOf(deps)
  let answered = ''
  const result = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => {
      answered = challenge
      return isOwnChallenge(challenge, SIGN_IN, now, deps.vault)
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: credential_id, publicKey: Uint8Array.from(Buffer.from(public_key, 'base64url')), counter },
  }).catch(() => undefined)
  if (!result?.verified) throw unverified()
  return { counter: result.authenticationInfo.newCounter, challenge: answered }
}

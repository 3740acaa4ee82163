import { type Static, Type } from 'typebox'
import { LEGAL_NAMES } from '../../../../contracts/legal.ts'
import {
  Body,
  Closed,
  exampleId,
  HttpUrl,
  NewPassword,
  Nullable,
  OneOf,
  Reference,
  Shape,
  Text,
  Timestamp,
} from '../../http/index.ts'
import { CONNECTION_TYPES, LegacyPayoutMethod, PERMISSIONS } from '../account-connections/index.ts'

// Bodies of the API.

const Connection = Reference({
  description: 'The id of the connection to onboard, or to edit once it is active. Not a deleted one.',
  examples: [exampleId('acon')],
})

export const ConnectLinkCreate = Body('ConnectLinkCreate', {
  account_connection: Connection,
  return_url: Nullable(
    HttpUrl({
      description:
        'Where the creator goes afterwards: an http or https URL without credentials; https in production. Ignored when Connect is embedded. Without it, the last page of Connect says that all is done.',
      examples: ['https://example.com/connected'],
    }),
  ),
})

export const ConnectInviteCreate = Body('ConnectInviteCreate', {
  account_connection: Connection,
  send_email: Type.Optional(Type.Boolean({ default: true, description: 'False: no e-mail; send the `url` yourself.' })),
})

export const ConnectUrl = Shape('ConnectUrl', {
  url: Type.String({ description: 'Where to send the creator.', examples: ['https://example.com/connect/…'] }),
  created_at: Timestamp({ description: 'When it was created.' }),
  expires_at: Timestamp({ description: 'When it ends: a link after 10 minutes, an invite after 72 hours.' }),
})

// Bodies that the hosted page sends; contracts/connect.ts describes them.

const Token = Text(200)
export const OpenBody = Closed({ token: Token })
export const StartBody = Closed({ token: Token, answer: Type.Optional(Text(1_000)) })
export const Nothing = Closed({})
export const WelcomeBody = Closed({ sign_in: Type.Optional(Type.Boolean()) })
export const MethodBody = Closed({ method: OneOf(CONNECTION_TYPES) })
const Email = Type.String({ format: 'email', maxLength: 254 })
export const SignInBody = Closed({ email: Email, password: Text(200) })
export const LoginBody = Closed({ email: Email, password: NewPassword })
export const MobileBody = Closed({ mobile: Text(40) })
export const CodeBody = Closed({ code: Type.String({ pattern: '^\\d{6}$', 'x-form': 'six digits' }) })

const { type: _type, ...bank } = LegacyPayoutMethod.properties
export const BankBody = Closed(bank)
export type BankInput = Static<typeof BankBody>

const { first_name, last_name, street_line_1, street_line_2, city, state_abbreviation, postal_code, ssn } = bank
const date_of_birth = Type.String({ format: 'date', examples: ['1990-01-31'] })

export const ApplicationBody = Closed({
  first_name,
  last_name,
  date_of_birth,
  ssn,
  street_line_1,
  street_line_2,
  city,
  state_abbreviation,
  postal_code,
})
export type ApplicationInput = Static<typeof ApplicationBody>

export const BankNameBody = Closed({ routing_number: Text(20) })
export const VerificationBody = Closed({
  first_name,
  last_name,
  date_of_birth: Type.Optional(date_of_birth),
  ssn: Type.Optional(ssn),
})
export type VerificationInput = Static<typeof VerificationBody>

export const ContractBody = Closed({
  contract: Reference(),
  decision: OneOf(['accept', 'decline', 'later']),
})

const Given = Closed({ name: OneOf(PERMISSIONS), expires_at: Type.Optional(Timestamp()) })
const Agreed = Closed({ document: OneOf(LEGAL_NAMES), version: Text(20) })
export const GrantBody = Closed({
  permissions: Type.Array(Given, { minItems: 1, maxItems: 2 }),
  consents: Type.Array(Agreed, { maxItems: LEGAL_NAMES.length }),
})
export const PermissionsBody = Closed({ permissions: Type.Array(Given, { maxItems: 2 }) })
export const OverviewBody = Closed({ next: OneOf(['method', 'contracts', 'sign_in', 'done']) })

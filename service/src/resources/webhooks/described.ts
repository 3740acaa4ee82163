import { Type } from 'typebox'
import { Described, exampleId, Shape, UserData } from '../../http/index.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import { ChangesSchema, EventTypeSchema, SummarySchema } from '../events/index.ts'
import { RETRY_AFTER_MS } from './deliveries/schedule.ts'

/** The body of a notification. `deliveries/notification.ts` writes its bytes. */
export const NotificationSchema = Shape(
  'Notification',
  {
    event: EventTypeSchema,
    id: Type.String({ description: 'The id of what changed.', examples: [exampleId('pay')] }),
    timestamp: Type.Integer({
      description: 'Unix second of the change, by your sandbox’s clock in sandbox.',
      examples: [1_794_705_120],
    }),
    user_data: Described(UserData, 'The `user_data` of the resource; `{}` when it has none.'),
    changes: Type.Optional(ChangesSchema),
    summary: Type.Optional(SummarySchema),
  },
  {
    description:
      'Exactly the first four fields; `changes` and `summary` only where the `format` of the webhook is `full`. Read the resource to see what it is now.',
  },
)

const HEADERS: Record<string, { readonly says: string; readonly example: string; readonly isOptional?: true }> = {
  'webhook-id': {
    says: 'The id of the event; the same in every attempt, so that you can tell a repetition.',
    example: 'evt_01kk3v9x2qf8m6t4w0c5n7d1ha',
  },
  'webhook-timestamp': { says: 'Unix second of the attempt, in real time.', example: '1794705120' },
  'webhook-signature': {
    says: '`v1,` and the signature by Standard Webhooks; several, separated by spaces, while secrets overlap. Verify the bytes that came; one that matches is enough.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  'webhook-attempt': { says: 'Counts the attempts from 1.', example: '1' },
  authorization: {
    says: '`Basic …`, only if you set `basic_user` or `basic_secret`.',
    example: 'Basic dXNlcjpzZWNyZXQ=',
    isOptional: true,
  },
}

const UNITS = [
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
  [SECOND_MS, 's'],
] as const

function inWords(ms: number): string {
  const [unit, name] = UNITS.find(([unit]) => ms >= unit) ?? [1, 'ms']
  return `${ms / unit} ${name}`
}

const waits = RETRY_AFTER_MS.map(inWords)

const DESCRIPTION = `Whenever an account connection, payout, withdrawal, buyer, purchase, contract or approval changes after its creation, and whenever an alert is raised or cleared, the webhook of that event is called.

**Answer** with any 2xx within 15 seconds, then do your work. Anything else, redirects included, is a failure.

**Retries.** A call that failed is made again ${waits.slice(0, -1).join(', ')} and ${waits.at(-1)} later, each wait counted from the attempt before and up to a tenth shorter or longer: ${waits.length + 1} attempts in all, then it is \`dead\` and can be sent again by hand. If you send \`Retry-After\`, we wait at least that long (a day at most).

**Order.** Events of one resource come in order; one that fails holds back only its own resource. **At least once:** if your answer is lost on the way, the call is made again with the same \`webhook-id\` and the same bytes.

**Disabled.** Answer 410 and the webhook is disabled at once; so it is after five days and at least ten attempts of nothing but failure. \`POST /webhook/{id}/recover\` enables it and sends what it has missed.

Signatures follow [Standard Webhooks](https://www.standardwebhooks.com/); the secret is at \`GET /webhook/{id}/secret\`.`

/** The notification in the API document, below `webhooks`. */
export const describedNotification = {
  notification: {
    post: {
      operationId: 'receiveNotification',
      tags: ['Webhooks'],
      summary: 'Hear of a change',
      description: DESCRIPTION,
      security: [],
      parameters: Object.entries(HEADERS).map(([name, { says, example, isOptional }]) => ({
        in: 'header',
        name,
        required: !isOptional,
        description: says,
        schema: { type: 'string' },
        example,
      })),
      requestBody: { required: true, content: { 'application/json': { schema: NotificationSchema } } },
      responses: {
        '2XX': { description: 'Taken. At most 64 KiB of the answer are read.' },
        410: { description: 'Gone: the webhook is disabled at once.' },
        default: { description: 'A failure: the call is made again later, after `Retry-After` if you send it.' },
      },
    },
  },
}

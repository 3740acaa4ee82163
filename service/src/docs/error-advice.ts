import type { ProblemCode } from '../kernel/errors.ts'

interface Advice {
  readonly why: string
  readonly act: string
}

const advice = (why: string, act: string): Advice => ({ why, act })

/** Why each error happens, and what a program or its developer does about it. Every code of the catalogue is here. */
export const ERROR_ADVICE: Readonly<Record<ProblemCode, Advice>> = {
  enterprise_suspended: advice(
    'Your provider has suspended the enterprise: no new money moves out. Returns, refunds and reading go on.',
    'Read `suspended` in `GET /enterprise` for the reason, and ask your provider. Retrying does not help meanwhile.',
  ),
  limit_exceeded: advice(
    'The payment would exceed a limit on payouts: of the enterprise, the key, the role or the creator, per payment, day or month.',
    'Read `limit` in the error, or `GET /limit`: what is used, what is left, and when it is free again. Pay less, wait until then, or have the limit raised.',
  ),
  malformed_request: advice(
    'The request line or a header breaks the rules of HTTP: a path with a broken percent escape, no `Host` or two of them, an unknown `Expect`.',
    'Send it with an HTTP library instead of a hand-made string. Retrying the same bytes gets the same answer.',
  ),
  malformed_json: advice(
    'The body is not JSON, not UTF-8, or cut off.',
    'Let a JSON library write the body. In a shell, put it in single quotes.',
  ),
  validation_failed: advice(
    'One or more parameters are missing, unknown, of the wrong type or out of range.',
    'Read `errors`: each entry has the `param`, a `code` and a `message` that says what it must be. All faults are listed at once.',
  ),
  batch_invalid: advice(
    'At least one entry of the batch would be refused by itself, so none was created.',
    'Read `details`: `index`, `code` and `message` of each entry that fails. Mend or remove these and send the batch again.',
  ),
  incorrect_answer: advice(
    'The creator answered the verification prompt of an invite wrongly. Letter case and surrounding spaces do not count.',
    'The creator may try again while `attempts_left` is above 0. After the third wrong answer create a new invite.',
  ),
  incorrect_code: advice(
    'The code of a P2P payment, or of a sign-in, is wrong.',
    'Ask the person to read the newest code again. `attempts_left` says how many tries remain; after the third wrong code create a new payment.',
  ),
  incorrect_credentials: advice(
    'The e-mail address or the password of a person is wrong. Which of them is not said.',
    'Try again, or reset the password from the sign-in page.',
  ),
  unauthorized: advice(
    'No key came, or it is malformed, unknown, revoked, or of the other environment.',
    'Send the key as the user name of HTTP Basic, with an empty password. A `sk_sandbox_` key works at the sandbox address only, a `sk_live_` key at the production address only.',
  ),
  key_expired: advice(
    'The key was made with an end, which has passed.',
    'Create another key in the dashboard, under Developers, and give it to the program.',
  ),
  insufficient_funds: advice(
    'The operating account holds less than the amount and the highest fee that it could cost.',
    'Add funds, or lower the amount. `GET /enterprise` shows the balance. Nothing was created, so the same request, with the same `Idempotency-Key`, can be sent again.',
  ),
  card_declined: advice(
    'The card network or the buyer’s bank refused the charge. `decline_code` says why, as far as they tell.',
    'Ask the buyer for another card, then commit the same purchase again. The purchase is still `created`.',
  ),
  permission_not_granted: advice(
    'The creator has not granted `payment.credit` or `payment.debit`, has withdrawn it, or it has expired.',
    'Send the creator into Connect again with a new link. `permissions` of the connection shows what stands.',
  ),
  scope_missing: advice(
    'The key is limited to scopes, and this operation needs another one, named in `scope`.',
    'Add the scope to the key in the dashboard, or use a key that has it. The reference names the scope of each operation.',
  ),
  network_not_allowed: advice(
    'The key may only be used from certain networks, and the request came from elsewhere.',
    'Send it from an allowed network, or change the key’s networks. Behind a proxy, the address that counts is the one the proxy reports.',
  ),
  https_required: advice(
    'A key was sent over plain HTTP, where anybody on the way could read it.',
    'Use the `https://` address, and replace the key: it must be taken for known to others.',
  ),
  forbidden: advice(
    'The role of the person who is signed in does not include this action.',
    'Ask an administrator of your enterprise to do it, or to change your role.',
  ),
  foreign_origin: advice(
    'A page of another site sent the request with the browser’s session.',
    'Use the dashboard itself, or the API with a key. Nothing was done.',
  ),
  approval_not_allowed: advice(
    'Nobody approves what they asked for themselves, and only the roles or keys that the rule names may approve.',
    'Let another person or key approve it. A key needs the scope `approvals`.',
  ),
  fresh_sign_in_required: advice(
    'The action is sensitive, and the last time the password was given is more than ten minutes ago.',
    'Confirm the password in the dashboard, then repeat the action.',
  ),
  second_factor_required: advice(
    'Your enterprise, or your role where production is served, needs a second factor.',
    'Set up an authenticator app or a passkey at the dashboard, then sign in again.',
  ),
  sign_in_required: advice(
    'The creator who owns the account of this connection must be signed in for this step of Connect.',
    'Let the creator sign in on the page that shows this.',
  ),
  not_found: advice(
    'No resource of your enterprise, in this environment, has that id; or the path does not exist.',
    'Check the id and the environment: ids of the sandbox do not exist in production. A deleted webhook is not found either.',
  ),
  method_not_allowed: advice(
    'The path exists, but not with this method.',
    'Use one of the methods in the `Allow` header.',
  ),
  request_timeout: advice(
    'The request did not arrive completely in time.',
    'Send it again, with the same `Idempotency-Key`. If it happens often, look at the connection between you and us.',
  ),
  invalid_state: advice(
    'The resource is in a state that does not allow this: a payout that is sent cannot be canceled.',
    'Read the resource, and decide by its `status`. [States](/docs/states) shows what each allows.',
  ),
  p2p_expired: advice(
    'Ten minutes have passed since the payment was created, or three codes were wrong.',
    'Create a new payment; the source gets a new code.',
  ),
  external_id_taken: advice(
    'Another resource of this kind has the same `external_id`.',
    'Use it: `existing_id` is its id. After a lost answer this is usually the resource that you wanted to create.',
  ),
  webhook_exists: advice(
    'There is one webhook per event, and this event has one.',
    'Delete the webhook `existing_id`, or let its address serve both purposes.',
  ),
  embed_origin_exists: advice('The origin is registered already.', 'Nothing is to be done: `existing_id` is its id.'),
  file_paid_before: advice(
    'A file that pays the same rows was confirmed before.',
    'Look at the file that the dashboard names. Confirm once more only if these people shall be paid twice.',
  ),
  link_unusable: advice(
    'A link or invite works once and for a limited time; this one was used, has expired or was revoked.',
    'Create a new one. Send a link to nobody but the creator in the browser: previews consume nothing, but people do.',
  ),
  email_taken: advice('There is a login with this e-mail address.', 'Sign in with it, or reset its password.'),
  idempotency_key_reused: advice(
    'The `Idempotency-Key` was used within the last seven days, for a request with another body.',
    'Use a new key for a new request. To repeat the old one, send its exact body. See [idempotency](/docs/idempotency).',
  ),
  idempotency_in_progress: advice(
    'The first request with this key is still being processed, for instance while the card network is asked.',
    'Wait as long as `Retry-After` says and send the same request again: it gets the answer of the first.',
  ),
  body_too_large: advice(
    'The body has more than 1 MiB; a batch of payouts more than 16 MiB.',
    'Split a batch into several of at most 10,000 entries.',
  ),
  unsupported_media_type: advice(
    'The body is not declared as JSON, or it is compressed.',
    'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  ),
  rate_limited: advice(
    'Too many requests came with this key or from this address, or too many codes or passwords were wrong.',
    'Wait as long as `Retry-After` says, then go on more slowly. `RateLimit` tells with every answer what is left.',
  ),
  headers_too_large: advice('The headers have more than 16 KiB together.', 'Send fewer cookies and shorter headers.'),
  internal_error: advice(
    'Something went wrong on our side. It is logged.',
    'Send it again with the same `Idempotency-Key`. If it stays, tell us the `request_id`.',
  ),
  unavailable: advice(
    'The service restarts, is overloaded, or its database or a processor behind it is away.',
    'Wait as long as `Retry-After` says and send it again with the same `Idempotency-Key`.',
  ),
}

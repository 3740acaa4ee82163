import { describe, expect, it } from 'vitest'
import { redact, redactSent, redactText, redactUrl } from './redact.ts'

describe('redact', () => {
  it.each([
    [{ account_number: '000123456789', routing_number: '021000021' }],
    [{ legacy_payout_method: { account_number: '000123456789' } }],
    [{ number: '4242424242424242', cvc: '123' }],
    [{ number: 4_242_424_242_424_242 }],
    [{ code: '123456' }],
    [{ verification_answer: 'Fido' }],
    [{ basic_user: 'webmaster', basic_secret: 'hunter2' }],
    [{ secret: 'whsec_abcdef', previous_secret: 'whsec_123' }],
    [[{ items: [{ Password: { nested: 'deep' } }] }]],
    [{ payment_method_embed_url: 'https://example.com/card-form/abc' }],
    [{ accountNumber: '000123456789', routingNumber: '021000021', routing: '021000021', 'Account-Number': 123456 }],
    [{ social_security_number: '123456789', userSSN: '123456789', card_security_code: '123456', pin: 123456 }],
    [{ authorization: 'Basic 123456==', IBAN: 'DE02123456', apiKey: '123456' }],
    [{ order: Number('4242424242424242424') }],
  ])('keeps nothing secret of %j', (body) => {
    const kept = redact(body)
    for (const secret of [
      '123456',
      '4242',
      '021000021',
      'Fido',
      'hunter2',
      'webmaster',
      'whsec_a',
      'deep',
      'card-form',
    ]) {
      expect(kept).not.toContain(secret)
    }
    expect(kept).toContain('[redacted]')
  })

  it.each([
    ['a key sk_live_0123456789abcdef here', 'a key sk_live_[redacted] here'],
    ['https://t.example/connect/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-abcde', 'https://t.example/connect/[redacted]'],
    ['https://hooks.example.com/in?key=abc', 'https://hooks.example.com/in?[redacted]'],
    ['card 4242 4242 4242 4242 please', 'card [redacted] please'],
    ['4242 4242 4242 4242 12/30', '[redacted]/30'],
    ['4242424242424242 123', '[redacted]'],
    ['id 7 4242424242424242', 'id [redacted]'],
    ['pan4242424242424242', 'pan[redacted]'],
    ['4242.4242.4242.4242', '[redacted]'],
    ['4242 - 4242 - 4242 - 4242', '[redacted]'],
    ['4242\u200B4242\u00AD4242\u20604242', '[redacted]'],
    ['born 123\u201345\u20136789 or 123\u00A045\u00A06789', 'born [redacted] or [redacted]'],
    ['SSN 123-45-6789 acct 000123456789', 'SSN [redacted] acct [redacted]'],
    ['account number: 000123456789, routing no. 021000021', 'account number: [redacted], routing no. [redacted]'],
    ['sent with Basic c2tfbGl2ZV9hYmM6 to you', 'sent with Basic [redacted] to you'],
    ['Authorization: Bearer eyJhbGciOi.J9', 'Authorization: Bearer [redacted]'],
    ['login=pat&password=hunter2&ssn=123456789', 'login=pat&password=[redacted]&ssn=[redacted]'],
    ['x=1;9pin=1234 -.api-key=abc é.pwd=abc', 'x=1;9pin=[redacted] -.api-key=[redacted] é.pwd=[redacted]'],
    [
      'https://t.example?key=abc#top and http://t.example/a?b',
      'https://t.example?[redacted]#top and http://t.example/a?[redacted]',
    ],
    [
      'https://t.example/AbCdEfGhIjKlMnOpQrStUvWxYz01/b/AbCdEfGhIjKlMnOpQrStUvWxYz01',
      'https://t.example/[redacted]/b/[redacted]',
    ],
    ['at "https://t.example//AbCdEfGhIjKlMnOpQrStUvWxYz01"', 'at "https://t.example//[redacted]"'],
    ['account number is no. 000123456789', 'account number is no. [redacted]'],
    [`order ${'5'.repeat(100)}`, 'order [redacted]'],
  ])('takes what is secret out of %j', (text, kept) => {
    expect(redactText(text)).toBe(kept)
  })

  it.each([
    [{ amount_in_cents: 125_000, external_id: 'A-1001', date: '2026-11-15T01:12:00.000Z' }],
    [{ code: 'insufficient_funds', request_id: 'req_01kk3v9x2qf8m6t4w0c5n7d1ha' }],
    [{ code: 'R03', payout: 'pay_01kk3v9x2qf8m6t4w0c5n7d1ha', user_data: null }],
    [{ phone: '+1 202 555 0123', order: 1_234_567_890_123 }],
    ['https://app.example.com/creators/alice'],
    ['https://averyveryveryverylonghostname.example/creators'],
    [{ business_name: 'Basic Understanding Ltd', className: 'a', shipping: 'air', account_connection: 'acc_01kk' }],
    [{ message: 'This account is closed; basic authentication is not taken.', at: '2026-11-15 01:12:00' }],
  ])('leaves %j as it is', (body) => {
    expect(JSON.parse(redact(body))).toEqual(body)
  })

  it.each([
    [
      '/v1/payout?ssn=123456789&account_number=000123&card=4242+4242+4242+4242&password=hunter2&page=2',
      '/v1/payout?ssn=[redacted]&account_number=[redacted]&card=[redacted]&password=[redacted]&page=2',
    ],
    ['/v1/payout?%73sn=1&card=4242%204242%204242%204242', '/v1/payout?%73sn=[redacted]&card=[redacted]'],
    ['/v1/buyer/external/4242%2D4242%2D4242%2D4242', '/v1/buyer/external/[redacted]'],
    ['/v1/event?type=payout.created&q=a+b%20c&odd=%zz', '/v1/event?type=payout.created&q=a+b%20c&odd=%zz'],
  ])('takes what is secret out of the address %s', (url, kept) => {
    expect(redactUrl(url)).toBe(kept)
  })

  it('of thousands of values the first are kept, and none that is secret', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`k${nth}`, nth]))
    const kept = JSON.parse(redact({ first: { secret: 'x' }, many, last: { secret: 'x' } }))
    expect(kept.first).toEqual({ secret: '[redacted]' })
    expect(Object.keys(kept.many).length).toBeLessThan(2_500)
    expect(kept.many['…']).toBe('[left out]')
    expect(kept.last).toBeUndefined()
    expect(JSON.parse(redact(Array(5_000).fill('a'))).at(-1)).toBe('[left out]')
  })

  it('reads what was sent as text, JSON or not, and of what is nested too deep not all', () => {
    expect(redactSent('{"secret":"x"}')).toBe('{"secret":"[redacted]"}')
    expect(redactSent('no JSON, sk_live_abc')).toBe('"no JSON, sk_live_[redacted]"')
    const deep = JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`)
    expect(redact(deep)).toContain('[redacted]')
  })
})

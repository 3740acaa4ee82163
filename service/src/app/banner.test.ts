import { describe, expect, it } from 'vitest'
import { bannerText } from './banner.ts'
import type { Service } from './compose.ts'

const KEY = 'sk_sandbox_demo'
const PASSWORD = 'abcde-fghij'

function banner(served: 'sandbox' | 'both', isTerminal: boolean): string {
  const service = {
    demo: { enterprise: 'ent_1', key: KEY, revoked: false },
    demoPerson: { email: 'admin@demo.example', password: PASSWORD },
    warnings: [],
  } as unknown as Service
  const sandbox = 'http://localhost:4000'
  const addresses = served === 'both' ? { sandbox, production: 'https://pay.example.com' } : { sandbox }
  return bannerText({ addresses, service, storage: {} as never, missing: ['VAULT_KEY'], isTerminal })
}

describe('the banner', () => {
  it.each([
    ['sandbox', true],
    ['sandbox', false],
    ['both', true],
  ] as const)(
    'shows the key, a call that works and the first password: %s, in a terminal: %s',
    (served, isTerminal) => {
      const text = banner(served, isTerminal)
      expect(text).toContain(`curl -u ${KEY}: http://localhost:4000/enterprise/v1/enterprise`)
      expect(text).toContain(PASSWORD)
    },
  )

  it('shows no secret outside a terminal where production is served', () => {
    const text = banner('both', false)
    expect(text).not.toContain(KEY)
    expect(text).not.toContain(PASSWORD)
    expect(text).toContain('https://pay.example.com/enterprise/v1')
    expect(text).toMatch(/API key +shown in a terminal only/)
  })
})

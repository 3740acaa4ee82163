import { expect, it } from 'vitest'
import { parseSettings } from './settings-file.ts'

it('a settings file holds values as they stand, quoted or not, and comments on lines of their own', () => {
  const text = [
    '# the bank',
    '',
    'SMTP_URL=smtp://user:p#ss=word@mail.example',
    '  MAIL_FROM = "Pay <pay@example.com>" ',
    "VAULT_KEY='abc='",
    'HOST=',
  ].join('\r\n')
  expect(parseSettings(text, 'x')).toEqual({
    SMTP_URL: 'smtp://user:p#ss=word@mail.example',
    MAIL_FROM: 'Pay <pay@example.com>',
    VAULT_KEY: 'abc=',
    HOST: '',
  })
})

it('a line that sets nothing is refused by its number, and not repeated', () => {
  expect(() => parseSettings('PORT=1\nexport SECRET=1', '/etc/x.env')).toThrow('/etc/x.env: line 2 is not NAME=value.')
})

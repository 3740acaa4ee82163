import { PASSWORD_MIN } from '../../../contracts/dashboard/session.ts'
import type { Field } from '../form/field.ts'

export const EMAIL: Field = { kind: 'email', name: 'email', label: 'E-mail', autoComplete: 'username' }

export const PASSWORD: Field = {
  kind: 'password',
  name: 'password',
  label: 'Password',
  autoComplete: 'current-password',
}

export const NEW_PASSWORD: Field = {
  kind: 'password',
  name: 'password',
  label: 'Password',
  hint: `At least ${PASSWORD_MIN} characters. A sentence is easy to remember and hard to guess.`,
  autoComplete: 'new-password',
  minLength: PASSWORD_MIN,
}

export const YOUR_NAME: Field = {
  kind: 'text',
  name: 'name',
  label: 'Your name',
  missing: 'Enter your name.',
  autoComplete: 'name',
}

export const TOTP_CODE: Field = {
  kind: 'text',
  name: 'code',
  label: 'Six-digit code',
  missing: 'Enter the code.',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
}

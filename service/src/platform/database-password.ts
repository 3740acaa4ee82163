import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const PASSWORD_BYTES = 32
const SALT_BYTES = 16
/** The least that RFC 7677 asks for. A random password gains nothing from more, and every new connection pays for them. */
const ITERATIONS = 4_096

/** Characters that need no quoting in SQL, in a URL or in a file. */
export const newDatabasePassword = (): string => randomBytes(PASSWORD_BYTES).toString('hex')

/**
 * The form in which PostgreSQL stores a password. Sent in its place, no statement carries the password itself, so that
 * a server that logs its statements does not log it.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const key = (name: string): Buffer => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}

/** The same database for another user. */
export function withLogin(url: string, user: string, password: string): string {
  const [head = '', query = ''] = url.split('?', 2)
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)(?:[^/@]*@)?(.*)$/.exec(head) ?? []
  const params = new URLSearchParams(query)
  params.delete('user')
  params.delete('password')
  const options = params.toString()
  return `${scheme}${user}:${password}@${rest}${options ? `?${options}` : ''}`
}

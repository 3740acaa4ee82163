import { createHash, randomBytes } from 'node:crypto'

/** 256 bits, in letters that a URL carries as they are. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A random token needs no slow hash: there is nothing to guess. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The hash of a token for one audience. The door of another audience computes another hash and does not find the token. */
export const hashTokenFor = (audience: string, token: string): Buffer => hashToken(`${audience}\0${token}`)

/** A text of another form is refused without asking the database. */
export const couldBeToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

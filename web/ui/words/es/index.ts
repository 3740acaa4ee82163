import type { Words } from '../current.ts'
import { account } from './account.ts'
import { card } from './card.ts'
import { connect } from './connect.ts'
import { errors } from './errors.ts'
import { shared } from './shared.ts'

/** Every text of the pages for creators and buyers, in Spanish. */
export const es: Words = { ...shared, ...errors, ...connect, ...account, ...card }

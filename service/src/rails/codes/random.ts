import { randomInt } from 'node:crypto'
import type { NewCode } from './port.ts'

const CODES = 1_000_000

export const randomCode: NewCode = () => String(randomInt(CODES)).padStart(6, '0')

import type { NewCode } from './port.ts'

/** The sandbox sends no SMS, so every code is the same. */
export const sandboxCode: NewCode = () => '000000'

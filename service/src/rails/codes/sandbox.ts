import type { NewCode } from './port.ts'

/** Nobody reads text messages in a sandbox. */
export const sandboxCode: NewCode = () => '000000'

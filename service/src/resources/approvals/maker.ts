import type { Party } from '../../../../contracts/approvals.ts'
import type { Caller } from '../../http/index.ts'
import type { Maker } from './model.ts'

/** The caller as the one who asks: a person in their role, or an API key, which is one maker. */
export const makerOf = ({ keyId, role = 'api_key' }: Caller): Maker => ({ id: keyId, role: role as Party })

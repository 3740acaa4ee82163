import { sandboxCode } from '../codes/sandbox.ts'
import type { IdentityRail, Prefill } from './port.ts'

const PREFILL: Prefill = {
  code: sandboxCode(),
  mobile: '+12025550123',
  applicant: {
    first_name: 'Alice',
    last_name: 'Alison',
    date_of_birth: '1990-01-31',
    ssn: '123-45-6789',
    street_line_1: '1 Main Street',
    city: 'Springfield',
    state_abbreviation: 'IL',
    postal_code: '62701',
  },
  bank: { account_number: '000123456789', routing_number: '021000021', account_type: 'checking' },
}

const equalsIgnoringCase = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The sample applicant passes; the last name `Review` leaves the check open; every other name fails. */
export const sandboxIdentity: IdentityRail = {
  async check({ first_name, last_name }) {
    if (equalsIgnoringCase(last_name, 'Review')) return 'review'
    const { applicant } = PREFILL
    return equalsIgnoringCase(first_name, applicant.first_name) && equalsIgnoringCase(last_name, applicant.last_name)
      ? 'passed'
      : 'failed'
  },
  anyCodePasses: true,
  prefill: PREFILL,
}

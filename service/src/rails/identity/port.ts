/** The personal data of a creator, as a full identity check needs it. */
export interface FullApplicant {
  readonly first_name: string
  readonly last_name: string
  readonly date_of_birth: string
  readonly ssn: string
}

/** A check of the name alone has neither the date nor the number. */
export type Applicant =
  | FullApplicant
  | (Pick<FullApplicant, 'first_name' | 'last_name'> & { readonly date_of_birth?: undefined; readonly ssn?: undefined })

export const isFull = (applicant: Applicant): applicant is FullApplicant => applicant.ssn !== undefined

export interface PostalAddress {
  readonly street_line_1: string
  readonly street_line_2?: string
  readonly city: string
  readonly state_abbreviation: string
  readonly postal_code: string
}

/** `review`: a person has to decide; the outcome comes later. */
export type Verdict = 'passed' | 'review' | 'failed'

/** The late answer to a check that was in `review`. */
export interface IdentityAnswer {
  /** The key of the check. */
  readonly check: string
  readonly verdict: 'passed' | 'failed'
}

/** Identity checks of creators, and whether their verification codes are checked. */
export interface IdentityRail {
  /** A second call with the same `key` is the same check. Never called inside a transaction. */
  check(applicant: Applicant, key: string): Promise<Verdict>
  /** The result of a check, asked for once more. Absent from rails without a provider. */
  result?(key: string): Promise<Verdict>
  /** Verifies and reads a late answer; throws when its signature is wrong. Absent from rails without late answers. */
  readAnswer?(body: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): IdentityAnswer
  /** Whether every verification code is accepted. */
  readonly anyCodePasses: boolean
  /** Values that Connect's forms are prefilled with. */
  readonly prefill: Prefill | null
}

export interface Prefill {
  readonly code: string
  readonly mobile: string
  readonly applicant: FullApplicant & PostalAddress
  readonly bank: {
    readonly account_number: string
    readonly routing_number: string
    readonly account_type: 'checking' | 'savings'
  }
}

/** What is known of a person who wants to be paid. */
export interface Applicant {
  readonly first_name: string
  readonly last_name: string
  readonly date_of_birth: string
  readonly ssn: string
}

export interface PostalAddress {
  readonly street_line_1: string
  readonly street_line_2?: string
  readonly city: string
  readonly state_abbreviation: string
  readonly postal_code: string
}

/** `review`: somebody has to look; the outcome comes later. */
export type Verdict = 'passed' | 'review' | 'failed'

/** What a provider says later of a check that was `review`. */
export interface IdentityAnswer {
  /** The key it was asked under. */
  readonly check: string
  readonly verdict: 'passed' | 'failed'
}

/** Who somebody is: the check of a person, and whether a code is looked at. */
export interface IdentityRail {
  /** `key` names the check: asked again under the same key, it is the same check. Never called inside a transaction. */
  check(applicant: Applicant, key: string): Promise<Verdict>
  /** A late answer, once its signature is verified; throws otherwise. Only of a rail that gives late answers. */
  readAnswer?(body: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): IdentityAnswer
  /** Whether a code need not be the right one. */
  readonly anyCodePasses: boolean
  /** What the forms of Connect hold to begin with. */
  readonly prefill: Prefill | null
}

export interface Prefill {
  readonly code: string
  readonly mobile: string
  readonly applicant: Applicant & PostalAddress
  readonly bank: {
    readonly account_number: string
    readonly routing_number: string
    readonly account_type: 'checking' | 'savings'
  }
}

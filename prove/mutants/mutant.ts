/** A small patch that breaks one rule, and the test that must notice. */
export interface Mutant {
  readonly rule: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The file and the name, or a part of it, of the test that must notice. */
  readonly test: string
  readonly named: string
}

export const src = 'service/src'
export const flows = 'service/test/flows'

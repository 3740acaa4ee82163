/** Something that a search found. */
export interface Found {
  readonly type: string
  readonly id: string
  readonly title: string
  readonly subtitle?: string
  readonly status?: string
}

export interface FoundAnswer {
  readonly results: readonly Found[]
}

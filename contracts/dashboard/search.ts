export interface SearchResult {
  readonly type: string
  readonly id: string
  readonly title: string
  readonly subtitle?: string
  readonly status?: string
}

export interface SearchResults {
  readonly results: readonly SearchResult[]
}

/** Names of account connections and buyers by id; those without a name are left out. */
export interface Names {
  readonly names: Readonly<Record<string, string>>
}

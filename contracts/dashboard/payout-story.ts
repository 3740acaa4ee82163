/** A step in the life of a payout. */
export interface StoryStep {
  readonly title: string
  /** `expected`: its time has not come yet. `failed`: the payout ended here without reaching the creator. */
  readonly state: 'done' | 'expected' | 'failed'
  /** When it happened, or is expected; absent where nobody knows. */
  readonly at?: string
  /** The payout is canceled then, unless the step has happened. */
  readonly until?: string
  readonly detail?: string
}

/** `GET /dashboard/api/:environment/payouts/:id/story`: four lines at most. */
export interface PayoutStory {
  readonly steps: readonly StoryStep[]
}

export interface Day {
  readonly date: string
  readonly payouts_in_cents: number
  readonly purchases_in_cents: number
}

export interface HomeAnswer {
  readonly operating_balance: number
  readonly pending_payouts: number
  readonly fees_this_month: number
  readonly volume: readonly Day[]
  readonly payouts_by_status: Readonly<Record<string, number>>
  readonly purchases_by_status: Readonly<Record<string, number>>
  readonly failing_webhooks: readonly {
    readonly id: string
    readonly url: string
    readonly event: string
    readonly failures?: number
  }[]
  readonly attention: readonly { readonly kind: string; readonly text: string; readonly link: string }[]
}

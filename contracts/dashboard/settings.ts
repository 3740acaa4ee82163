/** The settings that an admin of the enterprise may change. */
export interface OwnSettings {
  readonly name: string
  readonly notification_email: string | null
  /** A new name that waits for the provider's review. */
  readonly requested_name?: string
}

/** A setting that only the provider changes. */
export interface ProviderSetting {
  readonly name: string
  readonly value: string | number | boolean | null
  readonly means: string
  readonly changed_by: 'operator'
}

export interface Settings {
  readonly own: OwnSettings
  readonly provider: readonly ProviderSetting[]
}

export type SettingsUpdate = Partial<Omit<OwnSettings, 'requested_name'>>

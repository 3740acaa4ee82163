import type { ReactNode } from 'react'
import type { Permission, PermissionName } from '../../contracts/resources.ts'
import { endOfDay, tomorrow } from '../forms/dates.ts'
import { PERMISSION } from '../forms/words.ts'
import { Choice } from '../ui/Choice.tsx'
import { TextField } from '../ui/TextField.tsx'
import styles from './screens/screens.module.css'

/** The creator's choice for one permission. */
export interface Grant {
  readonly lasts: 'always' | 'until' | 'no'
  /** `2026-12-31`, with `until`. */
  readonly day: string
}

export const dayMissing = ({ lasts, day }: Grant): boolean => lasts === 'until' && !(day >= tomorrow())

export const permissionOf = (name: PermissionName, { lasts, day }: Grant): Permission[] => {
  if (lasts === 'no') return []
  return [lasts === 'always' ? { name } : { name, expires_at: endOfDay(day).toISOString() }]
}

interface PermissionChoiceProps {
  readonly name: PermissionName
  readonly enterprise: string
  readonly grant: Grant
  readonly onChange: (grant: Grant) => void
  readonly refusable: boolean
  readonly checked: boolean
  readonly children?: ReactNode
}

/** The choice for one permission: for good, until a date, or, where several are requested, not at all. */
export function PermissionChoice({
  name,
  enterprise,
  grant,
  onChange,
  refusable,
  checked,
  children,
}: PermissionChoiceProps) {
  return (
    <section className={styles.panel} aria-labelledby={`grant-${name}`}>
      <div>
        <h3 id={`grant-${name}`} className={styles.panelTitle}>
          {PERMISSION[name].title}
        </h3>
        <p className={styles.soft}>{PERMISSION[name].text(enterprise)}</p>
      </div>
      <Choice
        legend={`How long: ${PERMISSION[name].title}`}
        legendHidden
        name={`lasts-${name}`}
        short
        value={grant.lasts}
        onChange={(lasts) => onChange({ ...grant, lasts })}
        options={[
          { value: 'always' as const, title: 'For good' },
          { value: 'until' as const, title: 'Until a date' },
          ...(refusable ? [{ value: 'no' as const, title: 'Not allowed' }] : []),
        ]}
      />
      {grant.lasts === 'until' && (
        <TextField
          label="Until the end of"
          type="date"
          name={`until-${name}`}
          min={tomorrow()}
          value={grant.day}
          onChange={(day) => onChange({ ...grant, day })}
          error={checked && dayMissing(grant) ? 'Please choose a day after today.' : undefined}
        />
      )}
      {children}
    </section>
  )
}

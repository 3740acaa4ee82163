import type { ReactNode } from 'react'
import type { Permission, PermissionName } from '../../contracts/resources.ts'
import { Choice } from '../ui/Choice.tsx'
import { TextField } from '../ui/TextField.tsx'
import { t } from '../ui/words/current.ts'
import { Direction } from './Direction.tsx'
import { endOfDay, tomorrow } from './dates.ts'
import styles from './permissions.module.css'
import { permissionText, permissionTitle } from './words.ts'

/** The creator's choice for one permission; undefined before one is made. */
export interface Grant {
  readonly lasts: 'always' | 'until' | 'no' | undefined
  /** `2026-12-31`, with `until`. */
  readonly day: string
}

export const dayMissing = ({ lasts, day }: Grant): boolean => lasts === 'until' && !(day >= tomorrow())

/** Money to the creator is what they came for. A permission to take money is never chosen for them. */
export const firstGrant = (name: PermissionName): Grant => ({
  lasts: name === 'payment.debit' ? undefined : 'always',
  day: '',
})

export const permissionOf = (name: PermissionName, { lasts, day }: Grant): Permission[] => {
  if (lasts === 'no' || lasts === undefined) return []
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

type Lasts = NonNullable<Grant['lasts']>

/** The choices in their order: where money is taken, the widest stands last. */
function optionsOf(takes: boolean, refusable: boolean) {
  const values: readonly Lasts[] = takes ? ['no', 'until', 'always'] : ['always', 'until', 'no']
  return values.filter((value) => value !== 'no' || refusable).map((value) => ({ value, title: t(`grant.${value}`) }))
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
  const takes = name === 'payment.debit'
  return (
    <section className={takes ? styles.panelOut : styles.panel} aria-labelledby={`grant-${name}`}>
      <div>
        <Direction permission={name} />
        <h3 id={`grant-${name}`} className={styles.panelTitle}>
          {permissionTitle(name)}
        </h3>
        <p className={styles.soft}>{permissionText(name, enterprise)}</p>
        {takes && <p className={styles.soft}>{t('grant.outNote', { name: enterprise })}</p>}
      </div>
      <Choice
        legend={t('grant.howLong', { permission: permissionTitle(name) })}
        legendHidden
        name={`lasts-${name}`}
        short
        value={grant.lasts}
        onChange={(lasts) => onChange({ ...grant, lasts })}
        error={checked && grant.lasts === undefined ? t('grant.choose') : undefined}
        options={optionsOf(takes, refusable)}
      />
      {grant.lasts === 'until' && (
        <TextField
          label={t('grant.untilEnd')}
          type="date"
          name={`until-${name}`}
          min={tomorrow()}
          value={grant.day}
          onChange={(day) => onChange({ ...grant, day })}
          error={checked && dayMissing(grant) ? t('grant.day') : undefined}
        />
      )}
      {children}
    </section>
  )
}

/** `2026-12-31` in the browser's time zone. */
function localDay(at: string): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

/** A permission as the choice that made it. */
export const grantOf = (current: Permission | undefined): Grant => ({
  lasts: current === undefined ? 'no' : current.expires_at ? 'until' : 'always',
  day: current?.expires_at ? localDay(current.expires_at) : '',
})

import { useState } from 'react'
import type { FieldTexts } from './FieldFrame.tsx'
import styles from './TextField.module.css'
import { TextField } from './TextField.tsx'
import { t } from './words/current.ts'

interface PasswordFieldProps extends FieldTexts {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly autoComplete: 'new-password' | 'current-password'
}

/** A password field with a button to show what was typed. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button type="button" className={styles.end} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'hide' : 'show')}
          <span className="visually-hidden"> {t('passwordShown')}</span>
        </button>
      }
    />
  )
}

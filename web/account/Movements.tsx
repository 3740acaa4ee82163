import { useCallback, useEffect, useState } from 'react'
import type { AccountMovements, Movement } from '../../contracts/account.ts'
import { formatDay } from '../forms/words.ts'
import { formatCents } from '../ui/Amount.tsx'
import { Button } from '../ui/Button.tsx'
import { RetryScreen } from '../ui/RetryScreen.tsx'
import { asRequestError, request } from '../ui/requests.ts'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'
import { Lines, MovementLine, movementWords } from './lines.tsx'

/** Lower case, without accents and the commas of amounts: `cafe` finds `Café`, `1250` finds `$1,250.00`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M},]/gu, '')
    .toLowerCase()

/** Whether every word that was typed is in the movement's words, amount or day. */
function fits(movement: Movement, typed: string): boolean {
  const text = plain([movementWords(movement), formatCents(movement.amount_in_cents), formatDay(movement.at)].join(' '))
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** All movements, with a search. */
export function Movements({ onBack }: { readonly onBack: () => void }) {
  const [found, setFound] = useState<AccountMovements>()
  const [broken, setBroken] = useState<string>()
  const [typed, setTyped] = useState('')
  const load = useCallback(async () => {
    setBroken(undefined)
    await request<AccountMovements>('GET', '/account/api/movements').then(setFound, (error: unknown) =>
      setBroken(asRequestError(error).message),
    )
  }, [])
  useEffect(() => void load(), [load])
  if (broken) return <RetryScreen title={t('load.failed')} message={broken} onRetry={load} />
  if (!found) return null
  const shown = found.movements.filter((movement) => fits(movement, typed))
  return (
    <Screen title={t('account.all')} actions={<Button onClick={onBack}>{t('account.back')}</Button>}>
      <TextField
        name="search"
        label={t('account.search')}
        hint={found.more ? `${t('account.searchHint')} ${t('account.newest')}` : t('account.searchHint')}
        type="search"
        value={typed}
        onChange={setTyped}
      />
      <p className={styles.soft} aria-live="polite">
        {typed.trim() !== '' && t('account.found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <p className={styles.soft}>{t(typed.trim() === '' ? 'account.noMovements' : 'account.noneFound')}</p>
      ) : (
        <Lines items={shown} of={MovementLine} />
      )}
    </Screen>
  )
}

import { useEffect, useRef } from 'react'
import type { ConnectState } from '../../../contracts/connect.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { t } from '../../ui/words/current.ts'
import { ConnectionFacts } from '../ConnectionFacts.tsx'
import { isEmbedded } from '../exit.ts'
import type { StepProps } from '../use-flow.ts'

/** Time to read two lines. */
const LEAVE_AFTER_MS = 4_000

export function Done({ state, flow }: StepProps) {
  const leaves = isEmbedded() || state.return_url !== null
  const leave = useRef(flow.leave)
  leave.current = flow.leave
  useEffect(() => {
    if (!leaves) return
    const timer = setTimeout(() => leave.current(), LEAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [leaves])
  const { name } = state.enterprise
  const { title, lead, tone } = wordsOf(state)
  const { type } = state.connection
  // A bank account needs no login, so its owner has no page to see.
  const hasLogin = type === 'direct' || type === 'wallet'
  return (
    <Screen
      badge={<Badge tone={tone} />}
      title={title}
      lead={lead}
      actions={
        <>
          {leaves && <Button onClick={flow.leave}>{t('return.to', { name })}</Button>}
          {hasLogin && (
            <ButtonLink href="/account" look={leaves ? 'link' : 'primary'} newTab={leaves}>
              {t('done.account')}
            </ButtonLink>
          )}
        </>
      }
    >
      {state.outcome === 'active' && <ConnectionFacts connection={state.connection} />}
      {hasLogin && <p>{t('done.keep')}</p>}
      <Notice>{leaves ? t('done.back', { name }) : t('done.close')}</Notice>
    </Screen>
  )
}

function wordsOf(state: ConnectState) {
  const { name } = state.enterprise
  if (state.outcome === 'pending') {
    return { title: t('done.pendingTitle'), lead: t('done.pendingLead', { name }), tone: 'waiting' as const }
  }
  if (state.mode === 'edit') {
    return { title: t('done.editTitle'), lead: t('done.editLead', { name }), tone: 'good' as const }
  }
  const paid = state.connection.permissions.some((permission) => permission.name === 'payment.credit')
  return { title: t('done.title'), lead: t(paid ? 'done.paid' : 'done.connected', { name }), tone: 'good' as const }
}

import { useEffect, useRef } from 'react'
import type { ConnectState } from '../../../contracts/connect.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
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
  return (
    <Screen
      badge={<Badge tone={tone} />}
      title={title}
      lead={lead}
      actions={leaves && <Button onClick={flow.leave}>Return to {name}</Button>}
    >
      {state.outcome === 'active' && <ConnectionFacts connection={state.connection} />}
      <Notice>{leaves ? `We take you back to ${name} in a moment.` : 'You can close this page.'}</Notice>
    </Screen>
  )
}

function wordsOf(state: ConnectState) {
  const { name } = state.enterprise
  if (state.outcome === 'pending') {
    const lead = `We are still confirming your details. Most checks take less than a day, and you need to do nothing. ${name} hears from us when it is done.`
    return { title: 'Almost there', lead, tone: 'waiting' as const }
  }
  if (state.mode === 'edit') {
    return { title: 'Your connection is up to date', lead: `${name} knows about your changes.`, tone: 'good' as const }
  }
  const paid = state.connection.permissions.some((permission) => permission.name === 'payment.credit')
  const lead = paid ? `${name} can now pay you.` : `You are connected with ${name}.`
  return { title: 'You are all set', lead, tone: 'good' as const }
}

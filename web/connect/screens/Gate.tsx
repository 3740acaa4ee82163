import { useState } from 'react'
import type { OpenAnswer } from '../../../contracts/connect.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAction } from '../../ui/use-action.ts'
import { t } from '../../ui/words/current.ts'
import { ConnectionFacts } from '../ConnectionFacts.tsx'
import { isEmbedded } from '../exit.ts'
import { renewInvite } from '../session.ts'
import type { Flow } from '../use-flow.ts'
import { Welcome } from './Welcome.tsx'

interface GateProps {
  readonly open: OpenAnswer
  readonly flow: Flow
}

/** The screens before the session. The link or invite is consumed by the visitor's first action here. */
export function Gate({ open, flow }: GateProps) {
  if (open.status !== 'usable') return <Unusable open={open} onLeave={flow.leave} />
  if (open.verification) return <Prompt open={open} flow={flow} verification={open.verification} />
  if (open.welcome?.mode === 'onboard') {
    return (
      <Welcome
        name={open.enterprise.name}
        facts={open.welcome}
        onContinue={(wanted) => flow.begin(undefined, wanted)}
      />
    )
  }
  return <Enter open={open} flow={flow} />
}

/** The first screen of a link to an active connection. */
function Enter({ open, flow }: GateProps) {
  const { busy, error, run } = useAction()
  return (
    <Screen
      title={t('gate.title', { name: open.enterprise.name })}
      lead={t('gate.lead')}
      onSubmit={() => void run(() => flow.begin())}
      actions={
        <Button type="submit" busy={busy}>
          {t('continue')}
        </Button>
      }
    >
      {open.welcome && <ConnectionFacts connection={open.welcome.connection} />}
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

interface PromptProps extends GateProps {
  readonly verification: NonNullable<OpenAnswer['verification']>
}

function Prompt({ open, flow, verification }: PromptProps) {
  const [answer, setAnswer] = useState('')
  const [empty, setEmpty] = useState(false)
  const { busy, error, run } = useAction()
  const wrong = error?.code === 'incorrect_answer'
  const left = error?.attemptsLeft ?? verification.attempts_left
  async function submit(): Promise<void> {
    setEmpty(answer.trim() === '')
    if (answer.trim() === '') return focusFirstError()
    const refused = await run(() => flow.begin(answer))
    if (refused?.code === 'incorrect_answer' && refused.attemptsLeft === 0) await flow.reload()
    else if (refused) focusFirstError()
  }
  return (
    <Screen
      title={t('prompt.title', { name: open.enterprise.name })}
      lead={t('prompt.lead', { name: open.enterprise.name })}
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" busy={busy}>
          {t('continue')}
        </Button>
      }
    >
      <TextField
        name="answer"
        label={<span dir="auto">{verification.prompt}</span>}
        value={answer}
        onChange={setAnswer}
        autoComplete="off"
        hint={left < 3 ? tries(left) : t('prompt.hint')}
        error={wrong ? t('prompt.wrong', { tries: tries(left) }) : empty ? t('prompt.empty') : undefined}
      />
      {error && !wrong && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

const tries = (left: number): string => (left === 1 ? t('prompt.oneTry') : t('prompt.tries', { left }))

/** Why the link or invite does not work, and the way to a new one: by e-mail, from the enterprise's page, or by asking. */
function Unusable({ open, onLeave }: { readonly open: OpenAnswer; readonly onLeave: () => void }) {
  const { busy, error, run } = useAction()
  const [renewed, setRenewed] = useState(false)
  const { kind, status, enterprise } = open
  if (status === 'usable') return null
  const { name } = enterprise
  const renew = async () => setRenewed((await run(renewInvite)) === undefined)
  return (
    <Screen
      badge={<Badge tone={status === 'expired' || renewed ? 'waiting' : 'bad'} />}
      title={t(`${kind}.${status}`)}
      lead={t(`${kind}.${status}Text`, { name })}
      actions={
        <>
          {open.renewable && !renewed && (
            <Button busy={busy} onClick={() => void renew()}>
              {t('invite.renew')}
            </Button>
          )}
          {isEmbedded() ? (
            <Button look={open.renewable ? 'quiet' : 'primary'} onClick={onLeave}>
              {t('connect.close')}
            </Button>
          ) : (
            open.return_url !== null && (
              <Button onClick={onLeave}>
                {status === 'closed' ? t('return.to', { name }) : t('link.getNew', { name })}
              </Button>
            )
          )}
        </>
      }
    >
      <div aria-live="polite">{renewed && <Notice tone="good">{t('invite.renewed', { name })}</Notice>}</div>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

export function Unknown({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <Screen
      badge={<Badge tone="bad" />}
      title={t('link.unknown')}
      lead={t('link.unknownText')}
      actions={isEmbedded() && <Button onClick={onLeave}>{t('connect.close')}</Button>}
    />
  )
}

interface LeftProps {
  readonly name: string | undefined
  readonly onResume: () => Promise<unknown>
}

/** Shown after leaving. A host removes the page; without one, the visitor may continue. */
export function Left({ name, onResume }: LeftProps) {
  const { busy, run } = useAction()
  const embedded = isEmbedded()
  const away = name && t('left.away', { name })
  return (
    <Screen
      badge={<Badge tone={embedded ? 'good' : 'waiting'} />}
      title={t('left.title')}
      lead={embedded ? away : t('left.here')}
      actions={
        !embedded && (
          <Button look="quiet" busy={busy} onClick={() => void run(onResume)}>
            {t('continue')}
          </Button>
        )
      }
    />
  )
}

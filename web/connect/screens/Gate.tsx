import { useState } from 'react'
import type { OpenAnswer } from '../../../contracts/connect.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ConnectionFacts } from '../ConnectionFacts.tsx'
import { isEmbedded } from '../exit.ts'
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
      title={`Your connection with ${open.enterprise.name}`}
      lead="This is how you are paid and what you have allowed. Continue to change it."
      onSubmit={() => void run(() => flow.begin())}
      actions={
        <Button type="submit" busy={busy}>
          Continue
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
      title={`${open.enterprise.name} invites you`}
      lead={`First, please answer a question ${open.enterprise.name} has chosen, so that we know it is you.`}
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" busy={busy}>
          Continue
        </Button>
      }
    >
      <TextField
        name="answer"
        label={<span dir="auto">{verification.prompt}</span>}
        value={answer}
        onChange={setAnswer}
        autoComplete="off"
        hint={left < 3 ? tries(left) : 'Capital letters do not matter.'}
        error={
          wrong ? `That is not the answer we have. ${tries(left)}` : empty ? 'Please enter your answer.' : undefined
        }
      />
      {error && !wrong && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

const tries = (left: number): string => (left === 1 ? 'You have one try left.' : `You have ${left} tries left.`)

const UNUSABLE = {
  expired: {
    title: 'This link has expired',
    text: (name: string, kind: string) =>
      `For your safety ${kind === 'link' ? 'links work for 10 minutes' : 'invites work for a few days'}. Ask ${name} for a new one.`,
  },
  used: {
    title: 'This link was already used',
    text: (name: string) =>
      `It works once, in the window where it was first opened. If you have not finished, ask ${name} for a new one.`,
  },
  dead: {
    title: 'This invite is closed',
    text: (name: string) =>
      `It closes after three answers that do not match, to protect you. Nothing is lost: ask ${name} for a new one.`,
  },
  closed: {
    title: 'This connection is closed',
    text: (name: string) =>
      `${name} has ended it, so there is nothing to set up. Ask ${name} if you did not expect this.`,
  },
} as const

function Unusable({ open, onLeave }: { readonly open: OpenAnswer; readonly onLeave: () => void }) {
  if (open.status === 'usable') return null
  const { title, text } = UNUSABLE[open.status]
  return (
    <Screen
      badge={<Badge tone={open.status === 'expired' ? 'waiting' : 'bad'} />}
      title={open.kind === 'invite' ? title.replace('link', 'invite') : title.replace('invite', 'link')}
      lead={
        open.status === 'dead' && open.kind === 'link'
          ? `Ask ${open.enterprise.name} if you think it should work.`
          : text(open.enterprise.name, open.kind)
      }
      actions={
        isEmbedded() ? (
          <Button onClick={onLeave}>Close</Button>
        ) : (
          open.return_url !== null && <Button onClick={onLeave}>Return to {open.enterprise.name}</Button>
        )
      }
    />
  )
}

export function Unknown({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <Screen
      badge={<Badge tone="bad" />}
      title="We do not know this link"
      lead="Part of the address may be missing. Please open it again from where you got it, or ask for a new one."
      actions={isEmbedded() && <Button onClick={onLeave}>Close</Button>}
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
  const away = name && `You are on your way back to ${name}.`
  return (
    <Screen
      badge={<Badge tone={embedded ? 'good' : 'waiting'} />}
      title="You can close this page"
      lead={embedded ? away : 'You can continue from here as long as this page is open.'}
      actions={
        !embedded && (
          <Button look="quiet" busy={busy} onClick={() => void run(onResume)}>
            Continue
          </Button>
        )
      }
    />
  )
}

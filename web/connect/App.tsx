import { type ComponentType, useEffect } from 'react'
import type { ConnectState, Step } from '../../contracts/connect.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { RetryScreen } from '../ui/RetryScreen.tsx'
import { t } from '../ui/words/current.ts'
import { Application } from './screens/Application.tsx'
import { Bank } from './screens/Bank.tsx'
import { Code } from './screens/Code.tsx'
import { Contract } from './screens/Contract.tsx'
import { Done } from './screens/Done.tsx'
import { EmailCode } from './screens/EmailCode.tsx'
import { Gate, Left, Unknown } from './screens/Gate.tsx'
import { Method } from './screens/Method.tsx'
import { Mobile } from './screens/Mobile.tsx'
import { Overview } from './screens/Overview.tsx'
import { Rejected } from './screens/Rejected.tsx'
import { Review } from './screens/Review.tsx'
import { SignIn } from './screens/SignIn.tsx'
import { Verification } from './screens/Verification.tsx'
import { Welcome } from './screens/Welcome.tsx'
import { type StepProps, screenIn, useFlow } from './use-flow.ts'

const SCREENS: Record<Step, ComponentType<StepProps>> = {
  overview: Overview,
  welcome: ({ state, flow }) => (
    <Welcome name={state.enterprise.name} facts={state} onContinue={(wanted) => flow.act('welcome', wanted)} />
  ),
  method: Method,
  sign_in: SignIn,
  email_code: EmailCode,
  mobile: Mobile,
  code: Code,
  application: Application,
  bank: Bank,
  verification: Verification,
  contract: Contract,
  review: Review,
  rejected: Rejected,
  done: Done,
}

/** Copies the heading of the screen to the title of the document. */
function useTitle(): void {
  useEffect(() => {
    const heading = document.querySelector('h1')?.textContent
    if (heading) document.title = `${heading} · Tributary`
  })
}

export function App() {
  const flow = useFlow()
  const { place } = flow
  useTitle()
  switch (place.at) {
    case 'loading':
      return <Page fixedFoot>{null}</Page>
    case 'unknown':
      return (
        <Page fixedFoot>
          <Unknown onLeave={flow.leave} />
        </Page>
      )
    case 'broken':
      return (
        <Page fixedFoot>
          <RetryScreen title={t('load.failed')} message={place.message} onRetry={flow.reload} />
        </Page>
      )
    case 'left':
      return (
        <Page fixedFoot name={place.name} sandbox={place.sandbox}>
          <Left name={place.name} onResume={flow.reload} />
        </Page>
      )
    case 'gate':
      return (
        <Page
          fixedFoot
          name={place.open.enterprise.name}
          enterprise={place.open.enterprise}
          sandbox={place.open.environment === 'sandbox'}
          progress={place.open.welcome?.mode === 'onboard' ? stepOf(place.open.welcome.progress) : undefined}
          end={place.open.status === 'usable' && <Leave mode={place.open.welcome?.mode} onLeave={flow.leave} />}
        >
          <Gate open={place.open} flow={flow} />
        </Page>
      )
    case 'flow':
      return <InFlow state={place.state} flow={flow} />
  }
}

const UNCOUNTED: readonly Step[] = ['overview', 'done', 'rejected']

function InFlow({ state, flow }: StepProps) {
  const StepScreen = SCREENS[state.step]
  return (
    <Page
      fixedFoot
      name={state.enterprise.name}
      enterprise={state.enterprise}
      sandbox={state.environment === 'sandbox'}
      onBack={state.back === null ? undefined : () => void flow.back().catch(() => undefined)}
      progress={UNCOUNTED.includes(state.step) ? undefined : stepOf(state.progress)}
      end={state.step !== 'done' && <Leave mode={state.mode} onLeave={flow.leave} />}
    >
      <StepScreen key={screenIn(state)} state={state} flow={flow} />
    </Page>
  )
}

interface LeaveProps {
  readonly mode: ConnectState['mode'] | undefined
  readonly onLeave: () => void
}

/** The way out, on every screen. The session is kept: a visitor who returns in this tab continues it. */
const Leave = ({ mode, onLeave }: LeaveProps) => (
  <Button look="link" onClick={onLeave}>
    {t(mode === 'edit' ? 'connect.close' : 'connect.notNow')}
  </Button>
)

const stepOf = ({ done, total }: ConnectState['progress']) => ({ step: Math.min(done + 1, total), steps: total })

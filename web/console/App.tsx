import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter'
import type { OperatorMe } from '../../contracts/console/session.ts'
import { onSessionEnd } from '../dashboard/api/requests.ts'
import { useMeQuery, useSessionChange } from '../dashboard/api/session.ts'
import { ErrorState } from '../dashboard/parts/ErrorState.tsx'
import { Gate } from '../dashboard/sign-in/Gate.tsx'
import { ChoosePassword } from '../dashboard/sign-in/ResetPassword.tsx'
import SignIn from '../dashboard/sign-in/SignIn.tsx'
import { asRequestError } from '../ui/requests.ts'
import { Inside } from './Inside.tsx'

/** One page needs no sign-in: the link by which an operator chooses a password. */
export function App() {
  const { end } = useSessionChange()
  useEffect(() => onSessionEnd(end), [end])
  return (
    <Switch>
      <Route path="/reset-password">
        <Link />
      </Route>
      <Route component={SignedIn} />
    </Switch>
  )
}

function Link() {
  const [search] = useSearchParams()
  const token = search.get('token')
  if (token) return <ChoosePassword token={token} />
  return (
    <Gate title="This link is not complete" lead="Open the link as it was printed, or ask for a new one.">
      {null}
    </Gate>
  )
}

function SignedIn() {
  const [location] = useLocation()
  const { data: me, error, refetch } = useMeQuery<OperatorMe>()
  if (me === undefined) return error ? <ErrorState error={asRequestError(error)} onRetry={refetch} /> : null
  if (me === null) {
    return (
      <SignIn
        lead="To the operators' console of this service."
        foot="No account, or no password? Whoever runs the machine makes you a link."
        mailsLinks={false}
      />
    )
  }
  if (location === '/sign-in') return <Redirect to="/" replace />
  return <Inside me={me} />
}

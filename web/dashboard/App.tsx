import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import type { Environment } from '../../contracts/environment.ts'
import { asRequestError } from '../ui/requests.ts'
import { onSessionEnd } from './api/requests.ts'
import { isEnvironment, useMeQuery, useSessionChange } from './api/session.ts'
import { ErrorState } from './parts/ErrorState.tsx'
import { lazy } from './parts/lazy.tsx'

const Inside = lazy(() => import('./shell/Inside.tsx'))
const SignIn = lazy(() => import('./sign-in/SignIn.tsx'))
const ResetPassword = lazy(() => import('./sign-in/ResetPassword.tsx'))
const Invitation = lazy(() => import('./sign-in/Invitation.tsx'))

/** Three pages need no sign-in; all others are below their environment. */
export function App() {
  const { end } = useSessionChange()
  useEffect(() => onSessionEnd(end), [end])
  return (
    <Switch>
      <Route path="/reset-password">
        <ResetPassword />
      </Route>
      <Route path="/invitation/:token">{({ token }) => <Invitation token={token} />}</Route>
      <Route component={SignedIn} />
    </Switch>
  )
}

const LAST = 'tributary.environment'

/** The environment that was shown last; a sign-in returns to it. */
function lastEnvironment(): Environment {
  const last = localStorage.getItem(LAST) ?? ''
  return isEnvironment(last) ? last : 'sandbox'
}

function SignedIn() {
  const [location] = useLocation()
  const { data: me, error, refetch } = useMeQuery()
  const segment = location.split('/')[1] ?? ''
  useEffect(() => {
    if (isEnvironment(segment)) localStorage.setItem(LAST, segment)
  }, [segment])
  useEffect(() => void Inside.preload(), [])

  if (me === undefined) return error ? <ErrorState error={asRequestError(error)} onRetry={refetch} /> : null
  if (me === null) return <SignIn />
  const environment = isEnvironment(segment) ? segment : lastEnvironment()
  const home = me.environments[environment] ? environment : 'sandbox'
  if (segment === '' || segment === 'sign-in') return <Redirect to={`/${home}`} replace />
  return <Inside me={me} environment={isEnvironment(segment) ? segment : undefined} />
}

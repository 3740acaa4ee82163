import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { FreshSignIn } from '../api/FreshSignIn.tsx'
import { type Environment, EnvironmentProvider, type Me, MeProvider, useEnvironment } from '../api/session.ts'
import { ALL_PAGES } from '../pages.ts'
import { Card } from '../parts/Card.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Faults } from './Faults.tsx'
import { Shell } from './Shell.tsx'

interface InsideProps {
  readonly me: Me
  /** Undefined when the address names none. */
  readonly environment: Environment | undefined
}

/** Everything behind the sign-in. Addresses inside are relative to the environment. */
export default function Inside({ me, environment }: InsideProps) {
  return (
    <MeProvider value={me}>
      <EnvironmentProvider value={environment ?? 'sandbox'}>
        <Route path={`/${environment ?? 'sandbox'}`} nest>
          <Within />
        </Route>
        {environment === undefined && <Redirect to="/sandbox" replace />}
      </EnvironmentProvider>
    </MeProvider>
  )
}

function Within() {
  const environment = useEnvironment()
  return (
    <Shell key={environment}>
      <Faults>
        <Suspense fallback={null}>
          <Switch>
            {ALL_PAGES.filter(({ only }) => only === undefined || only === environment).map(
              ({ path, component: Page }) => (
                <Route key={path} path={path}>
                  {(params) => <Page key={JSON.stringify(params)} params={params as Record<string, string>} />}
                </Route>
              ),
            )}
            <Route>
              <Card>
                <EmptyState title="There is no such page">
                  Choose one in the navigation, or search for an id.
                </EmptyState>
              </Card>
            </Route>
          </Switch>
        </Suspense>
      </Faults>
      <FreshSignIn />
    </Shell>
  )
}

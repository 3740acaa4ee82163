import { Redirect, Route, Switch, useLocation } from 'wouter'
import type { Me } from '../../../contracts/dashboard/session.ts'
import type { Environment } from '../../../contracts/environment.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { FreshSignIn } from '../api/FreshSignIn.tsx'
import { EnvironmentProvider, MeProvider, SelfProvider, useEnvironment, useMe } from '../api/session.ts'
import { PAGES_IN } from '../pages.ts'
import { DialogStack } from '../parts/Dialog.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { SecondFactorNeeded } from '../people/SecondFactorNeeded.tsx'
import { BrokenPage } from './BrokenPage.tsx'
import { usePreload } from './preload.ts'
import { Shell } from './Shell.tsx'
import { Together } from './Together.tsx'
import { useArrival } from './use-arrival.ts'

interface InsideProps {
  readonly me: Me
  /** Undefined when the address names none. */
  readonly environment: Environment | undefined
}

/** Everything behind the sign-in. Addresses inside are relative to the environment. */
export default function Inside({ me, environment }: InsideProps) {
  return (
    <MeProvider value={me}>
      <SelfProvider value={me}>
        <EnvironmentProvider value={environment ?? 'sandbox'}>
          <Route path={`/${environment ?? 'sandbox'}`} nest>
            <DialogStack>
              <Within />
            </DialogStack>
          </Route>
          {environment === undefined && <Redirect to="/sandbox" replace />}
        </EnvironmentProvider>
      </SelfProvider>
    </MeProvider>
  )
}

function Within() {
  const environment = useEnvironment()
  const { environments, second_factor, enterprise } = useMe()
  const [location] = useLocation()
  useArrival(location)
  usePreload(PAGES_IN[environment])
  return (
    <Shell key={environment}>
      <ErrorBoundary key={location} fallback={<BrokenPage />}>
        {second_factor.needed && !second_factor.passed ? (
          <SecondFactorNeeded of={enterprise.name} />
        ) : environments[environment] ? (
          <Pages />
        ) : (
          <NotOpen />
        )}
      </ErrorBoundary>
      <FreshSignIn />
    </Shell>
  )
}

function Pages() {
  const environment = useEnvironment()
  return (
    <Switch>
      {PAGES_IN[environment].map(({ path, component: Page }) => (
        <Route key={path} path={path}>
          {(params) => (
            <Together key={JSON.stringify(params)} preload={Page.preload}>
              <Page params={params as Record<string, string>} />
            </Together>
          )}
        </Route>
      ))}
      <Route>
        <PageHead title="Page not found" lead="Choose one in the navigation, or search for an id." />
      </Route>
    </Switch>
  )
}

const NotOpen = () => (
  <PageHead
    title="Not available"
    lead="This environment is not served at this address, or only over HTTPS. Your provider can enable it; until then use the sandbox."
  />
)

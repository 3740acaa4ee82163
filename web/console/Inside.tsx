import { Route, Switch, useLocation } from 'wouter'
import type { OperatorMe } from '../../contracts/console/session.ts'
import { FreshSignIn } from '../dashboard/api/FreshSignIn.tsx'
import { EnvironmentProvider, SelfProvider } from '../dashboard/api/session.ts'
import { DialogStack } from '../dashboard/parts/Dialog.tsx'
import { EmptyState } from '../dashboard/parts/EmptyState.tsx'
import { SecondFactorNeeded } from '../dashboard/people/SecondFactorNeeded.tsx'
import { BrokenPage } from '../dashboard/shell/BrokenPage.tsx'
import { NavigationList } from '../dashboard/shell/Navigation.tsx'
import { PersonMenu } from '../dashboard/shell/PersonMenu.tsx'
import { Frame, TimeZone } from '../dashboard/shell/Shell.tsx'
import { Together } from '../dashboard/shell/Together.tsx'
import { useArrival } from '../dashboard/shell/use-arrival.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { navigationFor, PAGES } from './pages.ts'
import { OperatorProvider, useMay } from './session.ts'

/** Everything behind the sign-in of an operator. */
export function Inside({ me }: { readonly me: OperatorMe }) {
  return (
    <OperatorProvider value={me}>
      <SelfProvider value={me}>
        <EnvironmentProvider value="production">
          <DialogStack>
            <Within passed={me.second_factor.passed} />
          </DialogStack>
        </EnvironmentProvider>
      </SelfProvider>
    </OperatorProvider>
  )
}

function Within({ passed }: { readonly passed: boolean }) {
  const [location] = useLocation()
  const may = useMay()
  useArrival(location)
  const groups = passed ? navigationFor(may) : []
  return (
    <Frame
      environment="production"
      banner={
        <>
          <p>Operators: every enterprise, real money</p>
          <TimeZone />
        </>
      }
      name="Operators' console"
      navigation={(onChoose) => <NavigationList groups={groups} {...(onChoose ? { onChoose } : {})} />}
      menu={<PersonMenu />}
    >
      <ErrorBoundary key={location} fallback={<BrokenPage />}>
        {passed ? <Pages /> : <SecondFactorNeeded of="this service" />}
      </ErrorBoundary>
      <FreshSignIn />
    </Frame>
  )
}

function Pages() {
  return (
    <Switch>
      {PAGES.map(({ path, component: Page }) => (
        <Route key={path} path={path}>
          {(params) => (
            <Together preload={Page.preload}>
              <Page params={params as Record<string, string>} />
            </Together>
          )}
        </Route>
      ))}
      <Route>
        <EmptyState title="There is no such page" />
      </Route>
    </Switch>
  )
}

import { useCallback, useEffect, useState } from 'react'
import type { AccountHome, AccountHomeSteps, AccountSession, AccountSteps } from '../../contracts/account.ts'
import { CodeForm } from '../forms/CodeForm.tsx'
import { MobileForm } from '../forms/MobileForm.tsx'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { RetryScreen } from '../ui/RetryScreen.tsx'
import { asRequestError, RequestError, request } from '../ui/requests.ts'
import { t } from '../ui/words/current.ts'
import { Allowed } from './Allowed.tsx'
import { Home } from './Home.tsx'
import { Money } from './Money.tsx'
import { Movements } from './Movements.tsx'
import { signInByPasskey } from './passkeys.ts'
import { Forgot, Reset } from './Recovery.tsx'
import { Security } from './Security.tsx'
import { SignIn } from './SignIn.tsx'

type Put = <Path extends keyof AccountHomeSteps>(path: Path, body: AccountHomeSteps[Path]) => Promise<void>
type Act = <Path extends keyof AccountSteps>(path: Path, body: AccountSteps[Path]) => Promise<void>

export function App() {
  const [session, setSession] = useState<AccountSession>()
  const [home, setHome] = useState<AccountHome>()
  const [broken, setBroken] = useState<string>()

  const enter = useCallback(async (next: AccountSession) => {
    // The screen before stays until all of the next one is here.
    const found = next.status === 'signed_in' ? await request<AccountHome>('GET', '/account/api/home') : undefined
    setHome(found)
    setSession(next)
  }, [])
  const load = useCallback(async () => {
    setBroken(undefined)
    try {
      await enter(await request('GET', '/account/api/session'))
    } catch (error) {
      setBroken(asRequestError(error).message)
    }
  }, [enter])
  useEffect(() => void load(), [load])

  const act: Act = async (path, body) => {
    try {
      await enter(await request<AccountSession>('POST', `/account/api/${path}`, { body }))
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'unauthorized')) throw error
      await load()
    }
  }
  const put: Put = async (path, body) => setHome(await request<AccountHome>('POST', `/account/api/${path}`, { body }))
  const [place, setPlace] = useState<Place>(placeOf(location))
  // The next sign-in begins at home.
  const signOut = (): void =>
    void act('sign-out', {}).then(
      () => setPlace('home'),
      () => load(),
    )
  const isIn = session !== undefined && session.status !== 'signed_out'
  return (
    <Page
      name={home ? home.name : t('account.yours')}
      nobody={home === undefined}
      sandbox={session?.environment === 'sandbox'}
      dated={home !== undefined}
      end={
        isIn && (
          <>
            {home && place !== 'security' && (
              <Button look="link" onClick={() => setPlace('security')}>
                {t('account.profile')}
              </Button>
            )}
            <Button look="link" onClick={signOut}>
              {t('signOut')}
            </Button>
          </>
        )
      }
    >
      {broken ? (
        <RetryScreen title={t('account.loadFailed')} message={broken} onRetry={load} />
      ) : (
        <Inside session={session} home={home} act={act} put={put} enter={enter} place={place} onPlace={setPlace} />
      )}
    </Page>
  )
}

type Place = 'home' | 'money' | 'movements' | 'security' | 'forgot' | 'reset'

const RESET_PATH = /^\/account\/reset\/([\w-]+)$/

/** The page opens at the mailed link, at the request for one, or at home. */
function placeOf({ pathname, hash }: Location): Place {
  if (RESET_PATH.test(pathname)) return 'reset'
  return hash === '#forgot' ? 'forgot' : 'home'
}

interface InsideProps {
  readonly session: AccountSession | undefined
  readonly home: AccountHome | undefined
  readonly act: Act
  readonly put: Put
  /** The session that has begun. */
  readonly enter: (session: AccountSession) => Promise<void>
  readonly place: Place
  readonly onPlace: (place: Place) => void
}

function Inside({ session, home, act, put, enter, place, onPlace }: InsideProps) {
  if (session && place === 'reset') {
    const [, token = ''] = RESET_PATH.exec(location.pathname) ?? []
    const leave = (next: Place): void => {
      history.replaceState(null, '', '/account')
      onPlace(next)
    }
    return (
      <Reset
        onSubmit={(password) => act('password/reset', { token, password }).then(() => leave('home'))}
        onForgot={() => leave('forgot')}
      />
    )
  }
  switch (session?.status) {
    case undefined:
      return null
    case 'signed_out':
      return place === 'forgot' ? (
        <Forgot onSubmit={(email) => act('password/forgot', { email })} onBack={() => onPlace('home')} />
      ) : (
        <SignIn
          onSubmit={(login) => act('sign-in', login)}
          onPasskey={async () => enter(await signInByPasskey())}
          onForgot={() => onPlace('forgot')}
        />
      )
    case 'mobile_needed':
      return <MobileForm initial={session.prefill?.mobile} onSubmit={(mobile) => act('mobile', { mobile })} />
    case 'code_needed':
      return (
        <CodeForm
          sentTo={session.mobile ?? t('mobile.yours')}
          prefilled={session.prefill?.code}
          onSubmit={(code) => act('code', { code })}
          onResend={() => act('code/resend', {})}
        />
      )
    case 'signed_in':
      if (place === 'money') return <Money session={session} onBack={() => onPlace('home')} />
      if (place === 'security') return <Security session={session} onBack={() => onPlace('home')} />
      if (place === 'movements') return <Movements onBack={() => onPlace('home')} />
      return home ? <AtHome home={home} put={put} onPlace={onPlace} /> : null
  }
}

/** The home screen, and the one where the permissions of an enterprise are changed. */
function AtHome({ home, put, onPlace }: { readonly home: AccountHome } & Pick<InsideProps, 'put' | 'onPlace'>) {
  const [changing, setChanging] = useState<string>()
  const enterprise = home.enterprises.find(({ connection }) => connection === changing)
  const back = () => setChanging(undefined)
  if (enterprise) {
    return <Allowed enterprise={enterprise} onSave={(body) => put('permissions', body).then(back)} onBack={back} />
  }
  return (
    <Home
      home={home}
      onWithdraw={() => onPlace('money')}
      onMovements={() => onPlace('movements')}
      onAllowed={({ connection }) => setChanging(connection)}
      onAnswer={(body) => put('contract', body)}
    />
  )
}

import { Button } from '@mantine/core'
import { useAction } from '../../ui/use-action.ts'
import { IconFingerprint } from '../icons.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { signInByPasskey } from './passkeys.ts'

/** A passkey stands for the password and the second factor. */
export function PasskeySignIn({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const { busy, error, run } = useAction()
  return (
    <>
      {error && <ErrorNote error={error} />}
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} />}
        loading={busy}
        onClick={() => void run(() => signInByPasskey().then(onDone))}
      >
        Sign in with a passkey
      </Button>
    </>
  )
}

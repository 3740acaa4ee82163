import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { usePath } from '../api/queries.ts'
import { ApiError, request } from '../api/requests.ts'
import type { Call } from './kind.ts'
import { useForgetNames } from './names.ts'

/**
 * One dialog, one key: a second press, and a try after an answer that got lost, can do the thing only once, also when
 * the words were changed in between (then the API says so with `idempotency_key_reused`).
 */
export function useDialogCommand<Answer>() {
  const client = useQueryClient()
  const forgetNames = useForgetNames()
  const at = usePath()
  const key = useRef(crypto.randomUUID())
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function send({ method, path, body }: Call): Promise<Answer | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      const answer = await request<Answer>(method, at(`v1${path}`), {
        body,
        ...(method === 'POST' ? { idempotencyKey: key.current } : {}),
      })
      await Promise.all([client.invalidateQueries({ queryKey: ['read'] }), forgetNames()])
      return answer
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      setError(thrown)
      return undefined
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { send, busy, error }
}

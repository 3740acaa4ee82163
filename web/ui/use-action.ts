import { useRef, useState } from 'react'
import { asRequestError, type RequestError } from './requests.ts'

/** Runs one call at a time; says whether one is running and how the last one failed. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<RequestError>()
  const running = useRef(false)
  async function run(work: () => Promise<unknown>): Promise<RequestError | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await work()
      return undefined
    } catch (thrown) {
      const failure = asRequestError(thrown)
      setError(failure)
      return failure
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, error, run }
}

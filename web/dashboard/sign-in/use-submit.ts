import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../api/requests.ts'

/** A form that sends one request at a time, and what went wrong with the last one. */
export function useSubmit(work: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const running = useRef(false)
  async function run(): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError(0, { message: 'Something went wrong.' }))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void run()
  }
  return { busy, error, setError, onSubmit }
}

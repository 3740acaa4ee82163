import { useRef, useState } from 'react'
import { Refusal } from './requests.ts'

/** One piece of work at a time: whether it is under way, and what went wrong with the last one. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const running = useRef(false)
  async function run(work: () => Promise<unknown>): Promise<Refusal | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
      return undefined
    } catch (error) {
      const refused =
        error instanceof Refusal ? error : new Refusal({ message: 'Something went wrong. Please try again.' })
      setRefusal(refused)
      return refused
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, refusal, run }
}

import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'

/** A component whose code comes when it is first drawn, or before, when somebody foresees that. */
export type Later<Props> = FunctionComponent<Props> & {
  /** Fails silently: whoever draws it will hear. */
  readonly foresee: () => Promise<void>
}

/**
 * Instead of React's `lazy`, which needs Suspense: that shows its fallback even when the code is already here, and keeps
 * it for 300 ms. With this, code that is here is drawn at once, and other code as soon as it comes.
 */
export function later<Props extends object>(
  bring: () => Promise<{ readonly default: ComponentType<Props> }>,
): Later<Props> {
  let here: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined

  async function fetchCode(): Promise<void> {
    try {
      here = (await bring()).default
    } catch (error) {
      // The next who needs it tries again.
      coming = undefined
      throw error
    }
  }
  function load(): Promise<void> {
    coming ??= fetchCode()
    return coming
  }
  function Later(props: Props) {
    const [Shown, setShown] = useState(() => here)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (!Shown)
        load()
          .then(() => setShown(() => here))
          .catch((error: unknown) => setFailure({ error }))
    }, [Shown])
    if (failure) throw failure.error
    return Shown ? <Shown {...props} /> : null
  }
  return Object.assign(Later, { foresee: () => load().catch(() => {}) })
}

import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'

/** A component whose code is loaded when it is first drawn, or earlier by `preload`. */
export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Never fails: an error of loading is thrown when the component is drawn. */
  readonly preload: () => Promise<void>
}

/**
 * Instead of React's `lazy`, which needs Suspense: that shows its fallback even when the code is already loaded, and
 * keeps it for 300 ms. A component of `lazy` that is loaded is drawn at once.
 */
export function lazy<Props extends object>(
  importModule: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  async function fetchCode(): Promise<void> {
    try {
      loaded = (await importModule()).default
    } catch (error) {
      // The next caller tries again.
      loading = undefined
      throw error
    }
  }
  function load(): Promise<void> {
    loading ??= fetchCode()
    return loading
  }
  function Lazy(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (!Shown)
        load()
          .then(() => setShown(() => loaded))
          .catch((error: unknown) => setFailure({ error }))
    }, [Shown])
    if (failure) throw failure.error
    return Shown ? <Shown {...props} /> : null
  }
  return Object.assign(Lazy, { preload: () => load().catch(() => {}) })
}

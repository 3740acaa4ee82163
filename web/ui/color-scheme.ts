/** `auto` is what the system says. */
export type ColorScheme = 'light' | 'dark' | 'auto'

const SCHEMES: readonly string[] = ['light', 'dark', 'auto'] satisfies ColorScheme[]

interface Frame {
  readonly isFramed: boolean
  /** The query of the page's address. */
  readonly search: string
}

/**
 * A page of its own follows the system. In a frame it is light, as most pages around it are, unless they ask for another
 * scheme by `?theme=dark` or `?theme=auto`: a dark form in a light page looks broken.
 */
export function colorSchemeOf({ isFramed, search }: Frame): ColorScheme {
  const asked = new URLSearchParams(search).get('theme') ?? ''
  if (SCHEMES.includes(asked)) return asked as ColorScheme
  return isFramed ? 'light' : 'auto'
}

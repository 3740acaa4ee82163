/** How an enterprise looks on the pages of creators and buyers. The dashboard and the service check it alike. */
export interface Brand {
  /** `#0a6558` */
  readonly color: string | null
  /** An https address, or `mailto:`. */
  readonly support: string | null
  /** A `data:` URL of a PNG image. */
  readonly logo: string | null
}

/** `PUT settings/brand`: what is left out stays as it is. */
export type BrandUpdate = Partial<Brand>

export const LOGO_BYTES_MAX = 65_536
export const LOGO_PIXELS_MIN = 32
export const LOGO_PIXELS_MAX = 1_024
export const CONTRAST_MIN = 4.5

const COLOR = /^#[0-9a-f]{6}$/i

/** The linear part of a channel, by WCAG 2. */
const linear = (channel: number): number => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** How well white text reads on a colour, 1 to 21; undefined for what is no colour. */
export function contrastWithWhite(color: string): number | undefined {
  if (!COLOR.test(color)) return undefined
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** Why a colour cannot be used; undefined if it can. */
export function colorFault(color: string): string | undefined {
  const contrast = contrastWithWhite(color)
  if (contrast === undefined) return 'must be six hexadecimal digits after #, such as #0a6558'
  if (contrast >= CONTRAST_MIN) return undefined
  // Rounded down: 4.49 must not read as 4.5.
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1)
  return `is too light: white text on it has a contrast of ${shown} to 1, and needs ${CONTRAST_MIN} to 1`
}

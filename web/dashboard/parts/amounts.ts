/** `1,250.5` as people type dollars, in cents; undefined when it is no amount. No floating point on the way. */
export function centsOf(typed: string): number | undefined {
  const plain = typed.replaceAll(/[\s,$]/g, '')
  const parts = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!parts) return undefined
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

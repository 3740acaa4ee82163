import { isIP } from 'node:net'

/**
 * The network whose requests count as one sender's. An IPv4 address counts by itself, however it is written. An IPv6
 * address counts by its /64: one host is given that many addresses, and could use a new one for each request.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address.split('%', 1)[0] as string)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

const bytesOf = (group: number): [number, number] => [group >> 8, group & 0xff]

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::', 2)
  if (tail === undefined) return readGroups(head)
  const [before, after] = [readGroups(head), readGroups(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const readGroups = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => (group.includes('.') ? fromIpv4(group) : Number.parseInt(group, 16)))

function fromIpv4(text: string): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

import { BlockList, isIP, isIPv4 } from 'node:net'

type Family = 'ipv4' | 'ipv6'

const BITS: Record<Family, number> = { ipv4: 32, ipv6: 128 }
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: Family
}

/** `203.0.113.7` stands for `203.0.113.7/32`. `undefined` if the text is no network. */
function parse(text: string): Network | undefined {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  // A zone (`fe80::1%eth0`) names a link of one machine.
  if (isIP(address) === 0 || address.includes('%')) return undefined
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  const prefix = length === undefined ? BITS[family] : Number(length)
  return prefix <= BITS[family] ? { address, prefix, family } : undefined
}

/** IPv4 in the notation of IPv6. Senders of such addresses are known by their IPv4 address. */
const isMapped = (bytes: readonly number[]): boolean =>
  bytes.length === 16 && bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255'

const bytesOf = ({ address, family }: Network): number[] =>
  family === 'ipv4' ? address.split('.').map(Number) : groupsOf(address).flatMap((group) => [group >> 8, group & 255])

/** The eight groups of an IPv6 address, which may be shortened by `::` and may end in IPv4 notation. */
function groupsOf(address: string): number[] {
  const inHex = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const [head = [], tail] = inHex.split('::').map((half) => half.split(':').filter(Boolean))
  const gap = tail === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array<string>(gap).fill('0'), ...(tail ?? [])].map((group) => Number.parseInt(group, 16))
}

function addressOf(bytes: readonly number[], family: Family): string {
  if (family === 'ipv4') return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, nth) =>
    (((bytes[nth * 2] ?? 0) << 8) | (bytes[nth * 2 + 1] ?? 0)).toString(16),
  )
  // The longest run of zeros, the first of equals, is written `::`, as RFC 5952 has it.
  const text = groups.join(':')
  const runs = [...text.matchAll(/\b0(?::0)+\b/g)].sort((one, other) => other[0].length - one[0].length)
  const [longest] = runs
  if (!longest) return text
  const [before, after] = [text.slice(0, longest.index), text.slice(longest.index + longest[0].length)]
  return `${before.replace(/:$/, '')}::${after.replace(/^:/, '')}`
}

/** Sets the bits after the prefix to zero. */
const masked = (bytes: readonly number[], prefix: number): number[] =>
  bytes.map((byte, nth) => byte & (0xff00 >> Math.min(8, Math.max(0, prefix - nth * 8))) & 0xff)

/** A network in one form of writing, or the fault of the text, which continues a sentence that begins with its name. */
export function readNetwork(text: string): { readonly network: string } | { readonly fault: string } {
  const network = parse(text.trim())
  const bytes = network ? bytesOf(network) : []
  if (!network || isMapped(bytes)) {
    return { fault: 'must be an IPv4 or IPv6 network in CIDR notation, like 203.0.113.0/24 or 2001:db8::/32' }
  }
  const start = masked(bytes, network.prefix)
  const written = `${addressOf(start, network.family)}/${network.prefix}`
  // Most often one address was meant, and a whole network would be allowed.
  if (start.some((byte, nth) => byte !== bytes[nth])) {
    return {
      fault: `has bits set after its prefix: write ${written} for the whole network, or ${network.address} for the one address`,
    }
  }
  return { network: written }
}

/** IPv4 as it comes over a socket of both families, `::ffff:203.0.113.7`, without the zone of a link-local address. */
const plain = (ip: string): string => MAPPED.exec(ip)?.[1] ?? (ip.split('%', 1)[0] as string)

/** Tells whether an address is in one of the networks, which are written as `readNetwork` writes them. */
export function createAllowList(networks: readonly string[]): (ip: string) => boolean {
  // One list for each family: a list of both would match an IPv4 address by `::/0`.
  const lists: Record<Family, BlockList> = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const text of networks) {
    const network = parse(text)
    if (network) lists[network.family].addSubnet(network.address, network.prefix, network.family)
  }
  // A key nearly always comes from the same address: comparing it costs nothing.
  let lastAllowed: string | undefined
  return (ip) => {
    if (ip === lastAllowed) return true
    const address = plain(ip)
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (isIP(address) === 0 || !lists[family].check(address, family)) return false
    lastAllowed = ip
    return true
  }
}

import { BlockList, isIP, isIPv4 } from 'node:net'

/** IANA's registry of special-purpose IPv4 addresses, multicast and what is reserved: nobody's public server. */
const SPECIAL_V4: readonly [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, the metadata services of clouds among them
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/** All of IPv6 but 2000::/3 is special: loopback, mapped and translated IPv4, unique local, link-local, multicast. */
const GLOBAL_V6: [string, number] = ['2000::', 3]

const SPECIAL_V6: readonly [string, number][] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an IPv4 address in disguise
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

function listOf(subnets: readonly [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family)
  return list
}

const specialV4 = listOf(SPECIAL_V4, 'ipv4')
const loopbackV4 = listOf([['127.0.0.0', 8]], 'ipv4')
const globalV6 = listOf([GLOBAL_V6], 'ipv6')
const specialV6 = listOf(SPECIAL_V6, 'ipv6')
const loopbackV6 = new BlockList()
loopbackV6.addAddress('::1', 'ipv6')

/** An address that no public server can have. A text that is no address counts as special. */
export function isSpecial(address: string): boolean {
  if (isIPv4(address)) return specialV4.check(address, 'ipv4')
  // A zone (`fe80::1%eth0`) names a link of this machine.
  if (isIP(address) !== 6 || address.includes('%')) return true
  return !globalV6.check(address, 'ipv6') || specialV6.check(address, 'ipv6')
}

/** Whether an address is one of these, or in one of these ranges like `10.0.0.0/8`. */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** This machine itself: 127.0.0.0/8 and ::1, in no disguise. */
export const isLoopback = (address: string): boolean =>
  isIPv4(address) ? loopbackV4.check(address, 'ipv4') : isIP(address) === 6 && loopbackV6.check(address, 'ipv6')

import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAllowList, readNetwork } from './networks.ts'

describe('a network', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    [' 203.0.113.7 ', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['198.51.100.128/25', '198.51.100.128/25'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1/128'],
    ['2001:0db8:0000:0000:0000:0000:0000:0000/48', '2001:db8::/48'],
    ['::1', '::1/128'],
    ['::/0', '::/0'],
    ['fe80::/10', 'fe80::/10'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221/128'],
  ])('%j is read as %s', (text, network) => {
    expect(readNetwork(text)).toEqual({ network })
  })

  it.each([
    '',
    '/24',
    '203.0.113.0/33',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/024/1',
    '203.0.113/24',
    '203.0.113.256',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:203.0.113.7/128',
    '::ffff:cb00:7107',
    '0:0:0:0:0:ffff:0:0/96',
    'example.com',
    '203.0.113.0/24, 10.0.0.0/8',
    '*',
  ])('%j is none', (text) => {
    expect(readNetwork(text)).toEqual({ fault: expect.stringContaining('CIDR notation') })
  })

  it.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['10.0.0.1/8', '10.0.0.0/8'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['192.168.1.1/0', '0.0.0.0/0'],
  ])('%s has bits after its prefix, and the fault says what may be meant', (text, meant) => {
    expect(readNetwork(text)).toEqual({ fault: expect.stringContaining(`write ${meant} for the whole network`) })
  })

  it('any address and prefix: the form is one that reads as itself, and holds the address', () => {
    const addresses = fc.oneof(fc.ipV4(), fc.ipV6())
    fc.assert(
      fc.property(addresses, fc.nat(128), (address, length) => {
        const family = address.includes(':') ? 'ipv6' : 'ipv4'
        fc.pre(!/^[0:]*:ffff:/i.test(address))
        const prefix = family === 'ipv4' ? length % 33 : length
        const found = readNetwork(`${address}/${prefix}`)
        const network = 'network' in found ? found.network : (/write (\S+) /.exec(found.fault)?.[1] as string)
        expect(readNetwork(network)).toEqual({ network })
        const reference = new BlockList()
        reference.addSubnet(address, prefix, family)
        const [start = ''] = network.split('/')
        expect(reference.check(start, family)).toBe(true)
        expect(createAllowList([network])(address)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('an allow-list', () => {
  const allows = createAllowList(['203.0.113.0/24', '198.51.100.7/32', '2001:db8::/32'])

  it.each(['203.0.113.0', '203.0.113.255', '198.51.100.7', '::ffff:203.0.113.9', '2001:db8:1::1', '2001:DB8::1%eth0'])(
    'has %s, also when it asks twice',
    (ip) => {
      expect([allows(ip), allows(ip)]).toEqual([true, true])
    },
  )

  it.each(['203.0.114.0', '198.51.100.8', '::ffff:198.51.100.8', '2001:db9::1', '::1', '127.0.0.1', '', 'nonsense'])(
    'does not have %j',
    (ip) => {
      expect(allows(ip)).toBe(false)
    },
  )

  it('all of IPv6 is none of IPv4, and the other way round', () => {
    expect(createAllowList(['::/0'])('203.0.113.7')).toBe(false)
    expect(createAllowList(['::/0'])('::ffff:203.0.113.7')).toBe(false)
    expect(createAllowList(['0.0.0.0/0'])('2001:db8::1')).toBe(false)
  })
})

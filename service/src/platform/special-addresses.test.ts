import { describe, expect, it } from 'vitest'
import { isLoopback, isSpecial } from './special-addresses.ts'

const PUBLIC = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.63.255.255', '100.128.0.1']
const PUBLIC_V6 = ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2620:fe::fe', '2003::1']

describe('isSpecial', () => {
  it.each([...PUBLIC, ...PUBLIC_V6])('%s is a public address', (address) => {
    expect(isSpecial(address)).toBe(false)
  })

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:0:53aa:64c:0:0:8000:1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
  ])('%s is special', (address) => {
    expect(isSpecial(address)).toBe(true)
  })
})

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '0:0:0:0:0:0:0:1'])('%s is this machine', (address) => {
    expect(isLoopback(address)).toBe(true)
  })

  it.each(['::ffff:127.0.0.1', '0.0.0.0', '10.0.0.1', '8.8.8.8', '64:ff9b::7f00:1', 'localhost'])(
    '%s is not',
    (address) => {
      expect(isLoopback(address)).toBe(false)
    },
  )
})

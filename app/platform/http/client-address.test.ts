import { expect, test } from 'vitest'
import { clientAddress, countedAs, isTooWide, proxyList } from './client-address.server'

const nobody = proxyList([])
const ours = proxyList(['10.0.0.0/8', '2001:db8::1'])

test.each([
  ['the header is ignored without a trusted proxy', '203.0.113.9', '1.2.3.4', nobody, '203.0.113.9'],
  ['no header', '203.0.113.9', null, ours, '203.0.113.9'],
  ['one proxy', '10.0.0.1', '203.0.113.9', ours, '203.0.113.9'],
  ['two proxies', '10.0.0.1', '203.0.113.9, 10.2.2.2', ours, '203.0.113.9'],
  ['addresses that a visitor wrote in front are ignored', '10.0.0.1', '1.2.3.4, 203.0.113.9', ours, '203.0.113.9'],
  ['the header of an untrusted peer is ignored', '203.0.113.9', '1.2.3.4', ours, '203.0.113.9'],
  ['rubbish in the header', '10.0.0.1', 'unknown', ours, '10.0.0.1'],
  ['a dual-stack socket', '::ffff:10.0.0.1', '203.0.113.9', ours, '203.0.113.9'],
  ['an IPv6 proxy', '2001:db8::1', '2001:db8:7::2', ours, '2001:db8:7::2'],
  ['IPv4 wrapped in IPv6 in hexadecimal', '::ffff:a00:1', '203.0.113.9', ours, '203.0.113.9'],
  ['IPv4 wrapped in IPv6 in capitals', '0:0:0:0:0:FFFF:203.0.113.9', null, nobody, '203.0.113.9'],
  [
    'a proxy configured as IPv4 wrapped in IPv6',
    '10.9.0.1',
    '203.0.113.9',
    proxyList(['::ffff:10.9.0.1']),
    '203.0.113.9',
  ],
  ['a port after the address', '10.0.0.1', '203.0.113.9:5123', ours, '203.0.113.9'],
  ['IPv6 in brackets', '10.0.0.1', '[2001:DB8:0:0::9]:443', ours, '2001:db8::9'],
  ['an address with a zone', 'fe80::1%eth0', null, nobody, 'fe80::1'],
  ['the loopback address in IPv6', '::1', null, nobody, '::1'],
  ['an IPv6 address that only ends like a wrapped one', '64::ffff:a00:1', '1.2.3.4', ours, '64::ffff:a00:1'],
  ['a peer without an address', 'unknown', '1.2.3.4', ours, 'unknown'],
])('reads the client address: %s', (_, peer, header, proxies, expected) => {
  expect(clientAddress(peer, header, proxies)).toBe(expected)
})

test.each([
  ['10.0.0.1', false],
  ['10.0.0.0/8', false],
  ['10.0.0.0/7', true],
  ['0.0.0.0/1', true],
  ['128.0.0.0/1', true],
  ['2001:db8::1', false],
  ['fd12:3456:789a::/48', false],
  ['2400:cb00::/32', false],
  ['2001::/16', false],
  ['fc00::/7', true],
  ['8000::/1', true],
  // Node's BlockList matches IPv4 addresses against these ranges too, in their mapped form.
  ['::/64', true],
  ['::/80', true],
])('the proxy range %s is too wide: %s', (range, expected) => {
  expect(isTooWide(range)).toBe(expected)
})

test.each(['10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/1e1', '10.0.0.0/33', '::ffff:0.0.0.0/96', 'proxy', ''])(
  'refuses %j as a proxy range',
  (range) => {
    expect(() => proxyList([range])).toThrow()
  },
)

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['siv@exempel.se', 'siv@exempel.se'],
  ['', ''],
])('the rate limit counts %s as %s', (who, expected) => {
  expect(countedAs(who)).toBe(expected)
})

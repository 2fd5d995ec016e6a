import { expect, test } from 'vitest'
import { clientAddress, proxyList } from './client-address.server'

const nobody = proxyList([])
const ours = proxyList(['10.0.0.0/8', '2001:db8::1'])

test.each([
  ['nobody is trusted: the header is ignored', '203.0.113.9', '1.2.3.4', nobody, '203.0.113.9'],
  ['no header', '203.0.113.9', null, ours, '203.0.113.9'],
  ['one proxy', '10.0.0.1', '203.0.113.9', ours, '203.0.113.9'],
  ['two proxies', '10.0.0.1', '203.0.113.9, 10.2.2.2', ours, '203.0.113.9'],
  ['what a visitor wrote in front is ignored', '10.0.0.1', '1.2.3.4, 203.0.113.9', ours, '203.0.113.9'],
  ['a stranger who claims to be a proxy', '203.0.113.9', '1.2.3.4', ours, '203.0.113.9'],
  ['rubbish in the header', '10.0.0.1', 'unknown', ours, '10.0.0.1'],
  ['a dual-stack socket', '::ffff:10.0.0.1', '203.0.113.9', ours, '203.0.113.9'],
  ['an IPv6 proxy', '2001:db8::1', '2001:db8:7::2', ours, '2001:db8:7::2'],
])('%s', (_, peer, header, proxies, expected) => {
  expect(clientAddress(peer, header, proxies)).toBe(expected)
})

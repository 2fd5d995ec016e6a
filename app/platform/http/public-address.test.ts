import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address'

test.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450:400f::200e'])(
  '%s is out in the world',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ['this machine', '127.0.0.1'],
  ['this machine by another name', '127.255.255.254'],
  ['this machine in IPv6', '::1'],
  ['no address', '0.0.0.0'],
  ['no address in IPv6', '::'],
  ['a private network', '10.1.2.3'],
  ['a private network', '172.16.0.1'],
  ['the end of a private network', '172.31.255.255'],
  ['a private network', '192.168.1.1'],
  ['a carrier’s own network', '100.64.0.1'],
  ['a cloud’s metadata', '169.254.169.254'],
  ['a cloud’s metadata', '100.100.100.200'],
  ['a cloud’s metadata', '168.63.129.16'],
  ['a cloud’s metadata in IPv6', 'fd00:ec2::254'],
  ['a private network in IPv6', 'fc00::1'],
  ['the own line', 'fe80::1'],
  ['the own line with a zone', 'fe80::1%eth0'],
  ['a public address with a zone', '2606:2800:220:1::1%eth0'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1'],
  ['IPv4 in IPv6', '::ffff:93.184.216.34'],
  ['IPv4 in IPv6, the old way', '::10.0.0.1'],
  ['NAT64', '64:ff9b::a00:1'],
  ['6to4 of a private network', '2002:a00:1::1'],
  ['Teredo', '2001:0:a00:1::1'],
  ['documentation', '2001:db8::1'],
  ['many at once', '224.0.0.1'],
  ['everybody on the line', '255.255.255.255'],
  ['many at once in IPv6', 'ff02::1'],
  ['a name', 'localhost'],
  ['nothing', ''],
])('%s is not: %s', (_, address) => expect(isPublicAddress(address)).toBe(false))

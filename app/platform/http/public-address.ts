import { BlockList, isIP } from 'node:net'

/**
 * Addresses that are not public (SSRF protection). IPv4: everything in the registries of special-purpose addresses.
 * IPv6: only global unicast (2000::/3) counts as public, without ranges that embed an IPv4 address or lead nowhere.
 * This excludes the operator's networks, this machine, and the metadata services of clouds, which hold secrets.
 */
const notPublic = listOf([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes 169.254.169.254, the metadata service of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // A public address by number, but in one cloud (Azure) a platform service reachable from every machine.
  ['168.63.129.16', 32],
  ['224.0.0.0', 3],
  // Teredo and other special-purpose ranges, documentation, 6to4, documentation again.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])
const givenOut = listOf([['2000::', 3]])

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  // An address with a zone is on a local link.
  return version === 6 && !address.includes('%') && givenOut.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

function listOf(ranges: readonly (readonly [address: string, prefix: number])[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return list
}

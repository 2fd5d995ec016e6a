import { BlockList, isIP } from 'node:net'

/**
 * Which addresses are somebody else's out in the world. Of IPv4 everything that no registry of special addresses names; of
 * IPv6 only what is given out for the world (2000::/3), without what wraps an IPv4 address or goes nowhere. So the networks
 * of an operator, this machine, and the services by which clouds tell a machine its secrets are none of them.
 */
const notPublic = listOf([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // With 169.254.169.254, where clouds have their metadata.
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
  // A public address by its number, and one cloud's own service on each of its machines.
  ['168.63.129.16', 32],
  ['224.0.0.0', 3],
  // Teredo and other wrappings, documentation, 6to4, documentation again.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])
const givenOut = listOf([['2000::', 3]])

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  // One with a zone is on a line of our own.
  return version === 6 && !address.includes('%') && givenOut.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

function listOf(ranges: readonly (readonly [address: string, prefix: number])[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return list
}

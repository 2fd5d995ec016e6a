import { BlockList, isIP } from 'node:net'

/** Which neighbours may say on whose behalf they ask: addresses or CIDR ranges from TRUSTED_PROXIES. */
export function proxyList(entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/**
 * The address a request really came from. X-Forwarded-For is anybody's to write, so it is read from the
 * right and only as far as the hops are proxies of ours.
 */
export function clientAddress(peer: string, forwardedFor: string | null, proxies: BlockList): string {
  const chain = [...(forwardedFor?.split(',') ?? []), peer].map(plainAddress)
  let client = chain.pop() ?? ''
  while (isProxy(client, proxies) && chain.length > 0) {
    const previous = chain.pop() ?? ''
    if (isIP(previous) === 0) break
    client = previous
  }
  return client
}

function isProxy(address: string, proxies: BlockList): boolean {
  const version = isIP(address)
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** "::ffff:10.0.0.1" is how a dual-stack socket writes 10.0.0.1. */
function plainAddress(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/, '')
}

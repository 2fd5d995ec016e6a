import { isIP } from 'node:net'
import { isTrusted, proxyList } from '../http/client-address.server'
import { askNameServers } from '../http/name-servers.server'
import { isPublicAddress } from '../http/public-address'

/**
 * SSRF protection for connections to receivers: only public addresses and networks named by the operator, as many
 * centres are reached by a tunnel. Otherwise anybody with a guard company could make the server connect to machines in
 * its own network.
 */
export type Reach = {
  mayReach(host: string): boolean
  /** All addresses of a host. Throws if any of them is not allowed. */
  addressesOf(host: string): Promise<string[]>
}

const askNames = askNameServers(1_500)

/** `resolve` can be replaced in tests. */
export function openReach(networks: readonly string[], resolve = askNames): Reach {
  const named = proxyList([...networks])
  const isReachable = (address: string) => isPublicAddress(address) || isTrusted(address, named)
  return {
    mayReach: (host) => isIP(host) === 0 || isReachable(host),
    async addressesOf(host) {
      const found = isIP(host) === 0 ? await resolve(host) : [host]
      if (found.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      // One forbidden address among several means that the name was set up to reach our network, so refuse all.
      if (!found.every(isReachable)) throw Object.assign(new Error('not public'), { code: 'own network' })
      return found
    },
  }
}

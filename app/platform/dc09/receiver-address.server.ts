import { isIP } from 'node:net'
import { isTrusted, proxyList } from '../http/client-address.server'
import { askNameServers } from '../http/name-servers.server'
import { isPublicAddress } from '../http/public-address'

/**
 * Where lines to receivers may lead: out into the world, and into networks that the operator has named, since many centres are
 * reached by a tunnel. Anybody with a guard company could otherwise make us speak to a machine beside this one.
 */
export type Reach = {
  mayReach(host: string): boolean
  /** Every address of a host, all of which may be reached; throws where one may not. */
  addressesOf(host: string): Promise<string[]>
}

const askNames = askNameServers(1_500)

/** `resolve` is a test's own name server. */
export function openReach(networks: readonly string[], resolve = askNames): Reach {
  const named = proxyList([...networks])
  const isReachable = (address: string) => isPublicAddress(address) || isTrusted(address, named)
  return {
    mayReach: (host) => isIP(host) === 0 || isReachable(host),
    async addressesOf(host) {
      const found = isIP(host) === 0 ? await resolve(host) : [host]
      if (found.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      // A name that also stands for an address of ours has been chosen with us in mind.
      if (!found.every(isReachable)) throw Object.assign(new Error('not public'), { code: 'own network' })
      return found
    },
  }
}

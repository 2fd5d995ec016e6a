import { Resolver } from 'node:dns/promises'

/**
 * Resolves all IPv4 and IPv6 addresses of a host name. Uses c-ares instead of getaddrinfo, which would occupy the libuv
 * threads that password hashing and files need while a name server is silent.
 */
export function askNameServers(timeout: number) {
  const resolver = new Resolver({ timeout, tries: 2 })
  return async (host: string): Promise<string[]> => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}

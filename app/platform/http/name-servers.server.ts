import { Resolver } from 'node:dns/promises'

/**
 * Every address that a name stands for. Asking the name servers goes past the threads that passwords and files wait for: a
 * name server that is silent holds nothing else.
 */
export function askNameServers(timeout: number) {
  const resolver = new Resolver({ timeout, tries: 2 })
  return async (host: string): Promise<string[]> => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}

import { BlockList, isIP } from 'node:net'

/** Which neighbours may say on whose behalf they ask: addresses or CIDR ranges from TRUSTED_PROXIES. */
export function proxyList(entries: string[]): BlockList {
  const list = new BlockList()
  for (const { address, family, prefix } of entries.map(readRange)) list.addSubnet(address, prefix, family)
  return list
}

/** The widest network of one's own is 10.0.0.0/8; of IPv6 a site has a /48, and the largest provider a /16. */
const widest = { ipv4: 8, ipv6: 16 }

/** Whether a range holds so much that strangers are in it: then anybody there can say where they come from. */
export function isTooWide(entry: string): boolean {
  const { prefix, family } = readRange(entry)
  if (prefix < widest[family]) return true
  // A short IPv6 range at zero holds every IPv4 address, wrapped.
  return family === 'ipv6' && isTrusted('0.0.0.0', proxyList([entry]))
}

/** Throws at what is neither an address nor a range; an end that is missing or odd must not be read as 0. */
function readRange(entry: string) {
  const [, given = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = plainAddress(given)
  const family = isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const)
  return { address, family, prefix: Number(prefix ?? (family === 'ipv6' ? 128 : 32)) }
}

/**
 * The address a request really came from. X-Forwarded-For is anybody's to write, so it is read from the
 * right and only as far as the hops are proxies of ours.
 */
export function clientAddress(peer: string, forwardedFor: string | null, proxies: BlockList): string {
  const chain = [...(forwardedFor?.split(',') ?? []), peer].map(plainAddress)
  let client = chain.pop() ?? ''
  while (isTrusted(client, proxies) && chain.length > 0) {
    const previous = chain.pop() ?? ''
    if (isIP(previous) === 0) break
    client = previous
  }
  return client
}

/** Whether a neighbour of that address may say on whose behalf it asks. */
export function isTrusted(address: string, proxies: BlockList): boolean {
  const version = isIP(address)
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * One way to write an address: without a port or a zone, and IPv4 as itself however it was wrapped ("::ffff:10.0.0.1",
 * "::ffff:a00:1"). What is no address stays as it was written.
 */
function plainAddress(written: string): string {
  const address = written
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  const isWrapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isWrapped) return shortest(address)
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/**
 * Whom a limit counts: an IPv4 address, or the /64 that one line at home has of IPv6, all of whose addresses are the
 * same household's to choose from. What is no address counts as itself.
 */
export function countedAs(who: string): string {
  if (isIP(who) !== 6) return who
  const own = groupsOf(who).slice(0, 4)
  return `${own.map((group) => group.toString(16)).join(':')}::/64`
}

/** As the URL standard writes it. */
function shortest(address: string): string {
  const host = `[${address}]`
  return new URL(`http://${host}`).hostname.slice(1, -1)
}

/** The eight numbers of an IPv6 address, whatever way it is written. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = shortest(address).split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [numbers(head), numbers(tail ?? '')]
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

import { BlockList, isIP } from 'node:net'

/** The trusted proxies, whose X-Forwarded-For is believed: addresses or CIDR ranges from TRUSTED_PROXIES. */
export function proxyList(entries: string[]): BlockList {
  const list = new BlockList()
  for (const { address, family, prefix } of entries.map(readRange)) list.addSubnet(address, prefix, family)
  return list
}

/**
 * Widest ranges accepted. For IPv4 the largest private network, 10.0.0.0/8. For IPv6 a site has a /48, and the largest
 * provider a /16.
 */
const widest = { ipv4: 8, ipv6: 16 }

/** Whether a range is so wide that it includes strangers, who could then spoof their address with X-Forwarded-For. */
export function isTooWide(entry: string): boolean {
  const { prefix, family } = readRange(entry)
  if (prefix < widest[family]) return true
  // A short IPv6 prefix at zero contains every IPv4 address in its mapped form.
  return family === 'ipv6' && isTrusted('0.0.0.0', proxyList([entry]))
}

/** `addSubnet` throws for an invalid address or prefix. A missing or malformed prefix must not be parsed as 0. */
function readRange(entry: string) {
  const [, given = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = plainAddress(given)
  const family = isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const)
  return { address, family, prefix: Number(prefix ?? (family === 'ipv6' ? 128 : 32)) }
}

/**
 * The real client address. Anybody can write X-Forwarded-For, so it is read from the right, and only past hops that are
 * trusted proxies.
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

/** Whether the address is a trusted proxy. */
export function isTrusted(address: string, proxies: BlockList): boolean {
  const version = isIP(address)
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Normalises an address: strips port and zone, and unwraps a mapped IPv4 address ("::ffff:10.0.0.1", "::ffff:a00:1").
 * Text that is no address is returned as it is.
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
 * The rate limit key of an address: an IPv4 address itself, or the /64 of an IPv6 address, since one household can
 * choose freely among all addresses of its /64. Other text is its own key.
 */
export function countedAs(who: string): string {
  if (isIP(who) !== 6) return who
  const own = groupsOf(who).slice(0, 4)
  return `${own.map((group) => group.toString(16)).join(':')}::/64`
}

/** The canonical form of the URL standard. */
function shortest(address: string): string {
  const host = `[${address}]`
  return new URL(`http://${host}`).hostname.slice(1, -1)
}

/** The eight 16-bit groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = shortest(address).split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [numbers(head), numbers(tail ?? '')]
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

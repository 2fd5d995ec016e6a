import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Unanswered, Undelivered } from '../delivery'
import { askNameServers } from './name-servers.server'
import { type Answer, ask, type Client, type Question, type Way } from './outward.server'
import { isPublicAddress } from './public-address'

/** Why a URL given by a user is not requested, as far as the URL itself shows it. */
export type WhyNotAsked = 'unreadable' | 'not https' | 'with a login' | 'odd port' | 'not public'

export type Reach = {
  /** Also allow plain http and loopback addresses: for the demo, whose users sit at this machine. */
  loopback: boolean
  /** Resolves a host name; replaced in tests. */
  resolve?: (host: string) => Promise<string[]>
}

const addressesOf = askNameServers(2_000)
const mostHeaderBytes = 16_384

/**
 * Checks a URL that a user gave (SSRF). The host name's addresses are checked at the time of the request, since DNS may
 * change.
 */
export function whyNotAsked(address: string, { loopback }: Reach): WhyNotAsked | null {
  if (!URL.canParse(address)) return 'unreadable'
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username || password) return 'with a login'
  if (loopback && isLoopback(hostname) && /^https?:$/.test(protocol)) return null
  if (protocol !== 'https:') return 'not https'
  // Low ports are mail servers, neighbours of databases and others that might misread an HTTP request.
  if (port !== '' && Number(port) < 1_024) return 'odd port'
  const host = bare(hostname)
  if (isIP(host) !== 0 ? !isPublicAddress(host) : isOwnName(host)) return 'not public'
  return null
}

/**
 * A request to a server named by a user, protected against SSRF. The name is resolved once, all its addresses must be
 * public, and the connection goes to those very addresses, so that DNS rebinding cannot replace them between check and
 * request. Redirects are not followed, and nothing but the status is read.
 */
export async function askStranger(
  address: string,
  question: Question,
  patience: number,
  reach: Reach,
): Promise<{ status: number } | Undelivered | Unanswered> {
  const why = whyNotAsked(address, reach)
  if (why) return { kind: 'permanent', reason: why }
  return ask(address, question, patience, wayTo(reach, { headersOnly: true }))
}

/** Like `askStranger`, but reads the body, up to `mostBytes`. */
export async function readFromStranger(
  address: string,
  headers: Record<string, string>,
  { patience, mostBytes }: { patience: number; mostBytes: number },
  reach: Reach,
): Promise<Answer | Undelivered | Unanswered> {
  const why = whyNotAsked(address, reach)
  if (why) return { kind: 'permanent', reason: why }
  return ask(address, { method: 'GET', headers }, patience, wayTo(reach, { mostBytes }))
}

function wayTo({ loopback, resolve = addressesOf }: Reach, read: Pick<Client, 'headersOnly' | 'mostBytes'>): Way {
  const lookup: LookupFunction = (host, options, done) => {
    checked(host, loopback, resolve).then(
      (found) => {
        const all = found.map((address) => ({ address, family: isIP(address) }))
        const [first] = all
        if (options.all || !first) done(null, all)
        else done(null, first.address, first.family)
      },
      (error) => done(error, []),
    )
  }
  // Connections are not kept alive: the next request may go to another server.
  const line = { keepAlive: false, lookup }
  return {
    'http:': { request: http.request, agent: new http.Agent(line), ...read, mostHeaderBytes },
    'https:': { request: https.request, agent: new https.Agent(line), ...read, mostHeaderBytes },
  }
}

/** All or nothing: one private address among several means that the name was set up to reach our network. */
async function checked(host: string, loopback: boolean, resolve: (host: string) => Promise<string[]>) {
  if (loopback && isLoopback(host)) return ['127.0.0.1']
  const found = await resolve(host)
  if (found.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  if (!found.every(isPublicAddress)) throw Object.assign(new Error('not public'), { code: 'not public' })
  return found
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')
const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+)$/.test(hostname)
/** Names used only in private networks, and names without a dot. */
const isOwnName = (host: string) =>
  !host.replace(/\.$/, '').includes('.') ||
  /\.(localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/.test(host)

import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Unanswered, Undelivered } from '../delivery'
import { askNameServers } from './name-servers.server'
import { type Answer, ask, type Client, type Question, type Way } from './outward.server'
import { isPublicAddress } from './public-address'

/** Why an address that somebody gave is not asked, as far as the address itself shows it. */
export type WhyNotAsked = 'unreadable' | 'not https' | 'with a login' | 'odd port' | 'not public'

export type Reach = {
  /** Also plain http, and this very machine: for the demo, where whoever gave the address sits at it. */
  loopback: boolean
  /** Every address of a name; a test gives its own. */
  resolve?: (host: string) => Promise<string[]>
}

const addressesOf = askNameServers(2_000)
const mostHeaderBytes = 16_384

/**
 * What an address that anybody may have given us is not asked for. The name behind it is looked at when it is asked, since
 * what it stands for may change.
 */
export function whyNotAsked(address: string, { loopback }: Reach): WhyNotAsked | null {
  if (!URL.canParse(address)) return 'unreadable'
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username || password) return 'with a login'
  if (loopback && isLoopback(hostname) && /^https?:$/.test(protocol)) return null
  if (protocol !== 'https:') return 'not https'
  // Below are mail, databases' neighbours and others who might make something of a request.
  if (port !== '' && Number(port) < 1_024) return 'odd port'
  const host = bare(hostname)
  if (isIP(host) !== 0 ? !isPublicAddress(host) : isOwnName(host)) return 'not public'
  return null
}

/**
 * A question to a server that somebody else named: they may have named one of ours. Its name is looked up once, every address
 * that it stands for has to be out in the world, and the line goes to those very addresses, so that none can be put in their
 * place between the look and the question. A redirect is an answer like another and is not followed; of what is answered
 * nothing but the status is read.
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

/** The same, where what is answered is to be read, up to so many bytes. */
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
  // No line is kept: the next question may be to another.
  const line = { keepAlive: false, lookup }
  return {
    'http:': { request: http.request, agent: new http.Agent(line), ...read, mostHeaderBytes },
    'https:': { request: https.request, agent: new https.Agent(line), ...read, mostHeaderBytes },
  }
}

/** All or none: a name that also stands for an address of ours has been chosen with us in mind. */
async function checked(host: string, loopback: boolean, resolve: (host: string) => Promise<string[]>) {
  if (loopback && isLoopback(host)) return ['127.0.0.1']
  const found = await resolve(host)
  if (found.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  if (!found.every(isPublicAddress)) throw Object.assign(new Error('not public'), { code: 'not public' })
  return found
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')
const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+)$/.test(hostname)
/** Names that are only ever of one's own network, and names without a point. */
const isOwnName = (host: string) =>
  !host.replace(/\.$/, '').includes('.') ||
  /\.(localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/.test(host)

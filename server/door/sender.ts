import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { isPlausibleLink } from '~/alarms/public.server'
import { secretIn } from '~/guards/public.server'
import { countedAs } from '~/platform/http/client-address.server'
import type { OpenHouse } from '../start/open-house'
import { voiceCallOf } from '../voice'
import { hasProvidersKey } from '../webhooks'
import type { Sender } from './take-in'

/** Maximum unfinished bodies of one known sender: a browser sends a few at a time. */
const mostOfOne = 8
/** Maximum of one address: a whole building, or a carrier's NAT with a thousand phones, may share it. */
const mostOfAddress = 64
/** Maximum of the SMS and voice provider: all who answer an alarm at the same time come through it. */
const mostOfProvider = 500

/**
 * Identifies the sender by what the request itself shows: something that we signed or issued, verified by a hash and
 * without a database query. An unknown sender is counted by address.
 */
export async function senderOf(house: OpenHouse['forAlarms'], c: Context, address: string): Promise<Sender> {
  const holder = await holderOf(house, c)
  if (holder === null) return { name: `address ${countedAs(address)}`, isKnown: false, mostUnfinished: mostOfAddress }
  return { name: holder, isKnown: true, mostUnfinished: holder === provider ? mostOfProvider : mostOfOne }
}

/** The single sender name for all SMS answers and call digits. */
export const provider = 'provider'

async function holderOf(house: OpenHouse['forAlarms'], c: Context): Promise<string | null> {
  const { headers } = c.req.raw
  if (hasProvidersKey(house, c) || voiceCallOf(house, c)) return provider
  const link = /^\/larm\/([^/.]+)/.exec(c.req.path)?.[1]
  if (link !== undefined) return isPlausibleLink(house.keys, link) ? nameOf('link', link) : null
  const session = house.auth.sessions.holder(headers)
  if (session !== null) return nameOf('session', session)
  const guard = await secretIn(house, headers)
  return guard === null ? null : nameOf('guard', guard)
}

/** A hash in place of the secret: sender names are compared, counted and kept for a while. */
const nameOf = (kind: string, secret: string) => `${kind} ${createHash('sha256').update(secret).digest('base64url')}`

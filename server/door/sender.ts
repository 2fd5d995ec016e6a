import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { isPlausibleLink } from '~/alarms/public.server'
import { secretIn } from '~/guards/public.server'
import { countedAs } from '~/platform/http/client-address.server'
import type { OpenHouse } from '../start/open-house'
import { voiceCallOf } from '../voice'
import { hasProvidersKey } from '../webhooks'
import type { Sender } from './take-in'

/** A person's browser sends a few things at a time. */
const mostOfOne = 8
/** A whole building, or a carrier's thousand phones, may come from one address. */
const mostOfAddress = 64
/** All who answer an alarm at the same time, in one provider's hands. */
const mostOfProvider = 500

/**
 * Who asks, as far as the request itself shows it: by what we signed or gave away, each checked by a hash and none by
 * the database. Whoever shows nothing is one of those at their address.
 */
export async function senderOf(house: OpenHouse['forAlarms'], c: Context, address: string): Promise<Sender> {
  const holder = await holderOf(house, c)
  if (holder === null) return { name: `address ${countedAs(address)}`, isKnown: false, mostUnfinished: mostOfAddress }
  return { name: holder, isKnown: true, mostUnfinished: holder === provider ? mostOfProvider : mostOfOne }
}

/** Every answer to an alarm by SMS, and by a digit in a call, comes from this one. */
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

/** Not the secret itself: names are compared, and may be counted and kept for a while. */
const nameOf = (kind: string, secret: string) => `${kind} ${createHash('sha256').update(secret).digest('base64url')}`

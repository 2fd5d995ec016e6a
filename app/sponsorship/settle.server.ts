import { type Listing, readListing, updateCampaignDays, updateListing } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { firstDay, lastDay } from '~/shared/month'
import { dayOf } from '~/shared/time'
import { seasonSpan } from './apply/application'
import { isLive } from './slot'
import { readSlotsOf } from './slot-store.server'
import { type Permit, type Standing, standingAfter } from './standing'

export function standingOf(listing: Listing): Standing {
  const { plan, isPartner, securityStatus: security } = listing
  return { plan, isPartner, security }
}

export async function saveStanding(db: Database, companyId: string, { plan, isPartner, security }: Standing) {
  await updateListing(db, companyId, { plan, isPartner, securityStatus: security })
}

/**
 * Recalculates and saves a company's standing after its months or its permit have changed, in the same transaction.
 * Idempotent.
 */
export async function settleCompany(db: Database, companyId: string, now: Date) {
  const listing = await readListing(db, { id: companyId }, 'hold')
  if (!listing) return
  const after = standingAfter(standingOf(listing), await readSlotsOf(db, companyId), permitOf(listing, now))
  await saveStanding(db, companyId, after)
}

export function permitOf({ permitUntil }: Pick<Listing, 'permitUntil'>, now: Date): Permit {
  if (permitUntil === null) return 'none'
  return permitUntil >= dayOf(now) ? 'valid' : 'expired'
}

/** Sets the campaign's days from its first to its last live month. Without live months the days stay as they are. */
export async function settleCampaign(db: Database, companyId: string, offerId: string) {
  const slots = (await readSlotsOf(db, companyId)).filter((slot) => slot.campaign?.offerId === offerId && isLive(slot))
  if (slots.length === 0) return
  const { first, last } = seasonSpan(slots.map(({ month }) => month))
  await updateCampaignDays(db, offerId, firstDay(first), lastDay(last))
}

import { packageOf } from '~/companies/public'
import { insertCampaignOffer, type Listing } from '~/companies/public.server'
import { askForBookedMonths, type Charge } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { firstDay, lastDay, type Month } from '~/shared/month'
import { saveStanding, standingOf } from '../settle.server'
import { insertSeasonSlots, insertSponsorSlot } from '../slot-store.server'
import { standingOfSeasonPartner, standingOfSponsor } from '../standing'
import { seasonSpan } from './application'
import type { SeasonApplication } from './application-form'

/**
 * What an application leads to, by the company itself or by an admin: slots, a charge, and the company's standing. Part
 * of a transaction that holds the company and has authorised it. Throws a unique violation if a month is taken.
 */

export async function bookSponsorMonth(db: Database, company: Listing, month: Month, now: Date): Promise<Charge> {
  const { id, postcode } = company
  const priceOre = packageOf('sponsor').priceOre
  const slotId = await insertSponsorSlot(db, { companyId: id, postcode, month, priceOre, now })
  const months = [{ slotId, month, priceOre }]
  const charge = await askForBookedMonths(db, { companyId: id, kind: 'sponsor', months }, now)
  await saveStanding(db, id, standingOfSponsor(standingOf(company)))
  return charge
}

export async function bookSeason(
  db: Database,
  company: Listing,
  { months, title, description }: SeasonApplication,
  now: Date,
): Promise<Charge> {
  const { id: companyId, postcode } = company
  const { first, last } = seasonSpan(months)
  const campaign = { companyId, postcode, title, description, from: firstDay(first), to: lastDay(last), now }
  const offerId = await insertCampaignOffer(db, campaign)
  const priceOre = packageOf('season').priceOre
  const slots = await insertSeasonSlots(db, { companyId, months, title, offerId, priceOre, now })
  const booked = slots.map((slot) => ({ ...slot, priceOre }))
  const charge = await askForBookedMonths(db, { companyId, kind: 'season', months: booked }, now)
  await saveStanding(db, companyId, standingOfSeasonPartner(standingOf(company)))
  return charge
}

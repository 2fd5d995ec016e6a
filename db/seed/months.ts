import type { Database } from '~/platform/database/database.server'
import { firstDay, lastDay, type Month, monthOf, nextMonths } from '~/shared/month'
import { packageOf } from '~/sponsorship/packages'
import {
  insertCampaignOffer,
  insertSeasonSlots,
  insertSponsorSlot,
  markActive,
  readSlotsOf,
} from '~/sponsorship/slot-store.server'

const seasonTitle = 'Löven bort före frosten'
const seasonText = 'Vi räfsar, kör bort löven och täcker rabatterna. Fast pris för en villatomt.'

/** Booked months: this month's sponsor, a season that is on, and an application that waits for its payment. */
export async function seedMonths(db: Database, adminId: string, now: Date): Promise<void> {
  const [first, second, third] = nextMonths(monthOf(now), 3) as [Month, Month, Month]
  const sponsorOre = packageOf('sponsor').priceOre

  const guard = await companyNamed(db, 'Söderort Trygghet')
  await insertSponsorSlot(db, {
    companyId: guard.id,
    postcode: guard.postcode,
    month: first,
    priceOre: sponsorOre,
    now,
  })
  await markPaid(db, guard.id, adminId, now)

  const gardener = await companyNamed(db, 'Björk & Bark Trädgård')
  const campaign = { companyId: gardener.id, title: seasonTitle, now }
  const [from, to] = [firstDay(first), lastDay(second)]
  const offerId = await insertCampaignOffer(db, {
    ...campaign,
    postcode: gardener.postcode,
    description: seasonText,
    from,
    to,
  })
  await insertSeasonSlots(db, { ...campaign, months: [first, second], offerId, priceOre: packageOf('season').priceOre })
  await markPaid(db, gardener.id, adminId, now)
  await db.updateTable('companies').set({ plan: 'season' }).where('id', '=', gardener.id).execute()

  const salon = await companyNamed(db, 'Salong Solberga')
  await insertSponsorSlot(db, {
    companyId: salon.id,
    postcode: salon.postcode,
    month: third,
    priceOre: sponsorOre,
    now,
  })
  await db
    .updateTable('companies')
    .set({ plan: 'sponsor', is_security_partner: true, security_status: 'pending' })
    .where('id', '=', salon.id)
    .execute()
}

async function companyNamed(db: Database, name: string) {
  return db.selectFrom('companies').select(['id', 'postcode']).where('name', '=', name).executeTakeFirstOrThrow()
}

async function markPaid(db: Database, companyId: string, adminId: string, now: Date) {
  const ids = (await readSlotsOf(db, companyId)).map(({ id }) => id)
  await markActive(db, companyId, ids, adminId, now)
}

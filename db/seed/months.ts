import { packageOf } from '~/companies/public'
import { insertCampaignOffer } from '~/companies/public.server'
import { askForBookedMonths, type MoneyPorts as Ports, takePayments } from '~/payments/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { firstDay, lastDay, type Month, monthOf, nextMonths } from '~/shared/month'
import { above } from '~/shell/public.server'
import type { SlotKind } from '~/sponsorship/public'
import { insertSeasonSlots, insertSponsorSlot, readSlotsOf } from '~/sponsorship/public.server'
import type { Past } from './money'

const seasonTitle = 'Löven bort före frosten'
const seasonText = 'Vi räfsar, kör bort löven och täcker rabatterna. Fast pris för en villatomt.'

/** Booked months: this month's sponsor, a running season, and an application that waits for payment. */
export async function seedMonths(db: Database, adminId: string, now: Date, config: Config): Promise<Past[]> {
  const [first, second, third] = nextMonths(monthOf(now), 3) as [Month, Month, Month]
  const sponsorOre = packageOf('sponsor').priceOre
  const ports = { db, clock: { now: () => now }, config, above }

  const guard = await companyNamed(db, 'Söderort Trygghet')
  await insertSponsorSlot(db, {
    companyId: guard.id,
    postcode: guard.postcode,
    month: first,
    priceOre: sponsorOre,
    now,
  })
  const payments = [await paid(ports, guard.id, 'sponsor', adminId)]

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
  payments.push(await paid(ports, gardener.id, 'season', adminId))
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
  await askFor(ports, salon.id, 'sponsor')
  return payments
}

async function companyNamed(db: Database, name: string) {
  return db.selectFrom('companies').select(['id', 'postcode']).where('name', '=', name).executeTakeFirstOrThrow()
}

/** Charged and paid like any company's months. */
async function paid(ports: Ports, companyId: string, kind: SlotKind, adminId: string): Promise<Past> {
  const charge = await askFor(ports, companyId, kind)
  const take = () => takePayments(ports, [{ chargeId: charge.id, method: 'swish' }], adminId)
  return { at: ports.clock.now(), take }
}

async function askFor({ db, clock }: Ports, companyId: string, kind: SlotKind) {
  const months = (await readSlotsOf(db, companyId)).map(({ id, month, priceOre }) => ({ slotId: id, month, priceOre }))
  return askForBookedMonths(db, { companyId, kind, months }, clock.now())
}

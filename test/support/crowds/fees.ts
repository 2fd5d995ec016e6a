import { randomUUID } from 'node:crypto'
import { bookingMoney } from '~/bookings/money'
import { joinNear, type Shop } from '../bookings'
import type { TestHouse } from '../house'

/** Inserts a completed booking directly; returns its id. */
export async function addDone(
  house: TestHouse,
  shop: Shop,
  { at, listOre, hasDiscount = true }: { at: string; listOre: number; hasDiscount?: boolean },
): Promise<string> {
  const endsAt = new Date(at)
  const startsAt = new Date(endsAt.getTime() - 3_600_000)
  const money = bookingMoney(listOre, hasDiscount)
  const taken = await house.db
    .selectFrom('bookings')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('company_id', '=', shop.companyId)
    .where('scheduled_at', '<', endsAt)
    .where('ends_at', '>', startsAt)
    .executeTakeFirstOrThrow()
  const lane = taken.count + 1
  await house.db.updateTable('companies').set({ capacity: 50 }).where('id', '=', shop.companyId).execute()
  const { id } = await house.db
    .insertInto('bookings')
    .values({
      key: randomUUID(),
      customer_id: (await joinNear(house, shop)).signedIn.person.id,
      company_id: shop.companyId,
      service_id: shop.serviceId,
      postcode: shop.postcode,
      status: 'completed',
      scheduled_at: startsAt,
      ends_at: endsAt,
      busy_until: endsAt,
      lane,
      service_title: 'Hemstäd',
      duration_min: 60,
      free_cancel_hours: 24,
      price_list_cents: money.listOre,
      discount_cents: money.discountOre,
      platform_fee_cents: money.feeOre,
      amount_customer_pays_cents: money.customerPaysOre,
      amount_to_provider_cents: money.providerGetsOre,
      lapses_at: startsAt,
      created_at: new Date(startsAt.getTime() - 86_400_000),
      confirmed_at: new Date(startsAt.getTime() - 80_000_000),
      completed_at: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a price correction as an administrator's decision writes it. */
export async function correct(
  house: TestHouse,
  bookingId: string,
  { at, customerPaysOre, feeOre }: { at: string; customerPaysOre: number; feeOre?: number },
) {
  const agreed = await house.db
    .selectFrom('bookings')
    .select(['platform_fee_cents as feeOre', 'amount_customer_pays_cents as paysOre'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const fee = feeOre ?? Math.floor((agreed.feeOre * customerPaysOre) / agreed.paysOre)
  await house.db
    .insertInto('booking_corrections')
    .values({ booking_id: bookingId, corrected_at: new Date(at), customer_pays_cents: customerPaysOre, fee_cents: fee })
    .execute()
}

import { fromNet } from '~/payments/public'
import {
  type GivenBack,
  giveBack,
  type MoneyPorts,
  type PartOfDays,
  partOf,
  readChargesOfSlots,
  readLines,
  stopAskingForBookedMonths,
} from '~/payments/public.server'
import type { Ore } from '~/shared/money'
import { firstDay, lastDay, type Month } from '~/shared/month'
import { dayOf } from '~/shared/time'
import { settleCampaign, settleCompany } from '../settle.server'
import type { Slot } from '../slot'
import { markReleased } from '../slot-store.server'

const because = 'Månaden släpptes'

/** `by` is null when the hourly sweep lets go. */
type Release = { by: string | null; reason: string }

/**
 * Lets go of a company's months: others can book them again, unpaid charges are struck, paid ones given back, and the
 * company's standing is recalculated. Part of a transaction that holds the company and has authorised it.
 */
export async function letGo(
  ports: MoneyPorts,
  companyId: string,
  slots: readonly Slot[],
  { by, reason }: Release,
): Promise<(GivenBack & { slotId: string })[]> {
  const { db } = ports
  const now = ports.clock.now()
  const ids = slots.map(({ id }) => id)
  if (ids.length > 0) {
    await markReleased(db, companyId, ids, { by, reason, now })
    await stopAskingForBookedMonths(ports, ids, because)
  }
  const credits: (GivenBack & { slotId: string })[] = []
  for (const slot of slots) {
    const credit = await giveBackSlot(ports, slot, dayOf(now))
    if (credit) credits.push({ ...credit, slotId: slot.id })
  }
  const campaigns = new Set(slots.flatMap(({ campaign }) => campaign?.offerId ?? []))
  for (const offerId of campaigns) await settleCampaign(db, companyId, offerId)
  await settleCompany(db, companyId, now)
  return credits
}

/** Gives back a paid month by a credit note for its line of the receipt, except for the days that have passed. */
async function giveBackSlot(ports: MoneyPorts, slot: Slot, today: string): Promise<GivenBack | null> {
  const [charge] = (await readChargesOfSlots(ports.db, [slot.id])).filter(({ status }) => status === 'paid')
  if (!charge) return null
  const left = daysLeft(slot.month, today)
  if (left.days === 0) return null
  const lines = (await readLines(ports.db, [charge.id]))
    .filter(({ slotId }) => slotId === slot.id)
    .map((line) => partOf(line, left))
  return giveBack(ports, charge, { key: `released month ${slot.id}`, lines, reason: because })
}

/** What is given back for a paid month if it is let go on a day. */
export const givenBackOf = ({ month, priceOre }: Pick<Slot, 'month' | 'priceOre'>, today: string): Ore =>
  partOf({ text: '', ...fromNet(priceOre) }, daysLeft(month, today)).gross

/** The days of a month after the given one. */
export function daysLeft(month: Month, today: string): PartOfDays {
  const of = Number(lastDay(month).slice(8))
  if (today < firstDay(month)) return { days: of, of }
  return { days: today > lastDay(month) ? 0 : of - Number(today.slice(8)), of }
}

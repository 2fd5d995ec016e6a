import {
  type GivenBack,
  giveBack,
  type MoneyPorts,
  readChargesOfSlots,
  readLines,
  stopAskingForBookedMonths,
} from '~/payments/public.server'
import { settleCampaign, settleCompany } from '../settle.server'
import type { Slot } from '../slot'
import { markReleased } from '../slot-store.server'

const because = 'Månaden släpptes'

type Release = { by: string; reason: string }

/**
 * Months of a company are free for others again: what was asked for them is struck, what was paid is given back, and
 * how the company stands is worked out anew. Part of a transaction that holds the company and has authorised it.
 */
export async function letGo(
  ports: MoneyPorts,
  companyId: string,
  slots: readonly Slot[],
  { by, reason }: Release,
): Promise<GivenBack[]> {
  const { db } = ports
  const now = ports.clock.now()
  const ids = slots.map(({ id }) => id)
  if (ids.length > 0) {
    await markReleased(db, companyId, ids, { by, reason, now })
    await stopAskingForBookedMonths(db, ids, because, now)
  }
  const credits: GivenBack[] = []
  for (const slot of slots) {
    const credit = await giveBackSlot(ports, slot)
    if (credit) credits.push(credit)
  }
  const campaigns = new Set(slots.flatMap(({ campaign }) => campaign?.offerId ?? []))
  for (const offerId of campaigns) await settleCampaign(db, companyId, offerId)
  await settleCompany(db, companyId, now)
  return credits
}

/** A month that was paid for is paid back: its line of the receipt becomes a credit note. */
async function giveBackSlot(ports: MoneyPorts, slot: Slot): Promise<GivenBack | null> {
  const [charge] = (await readChargesOfSlots(ports.db, [slot.id])).filter(({ status }) => status === 'paid')
  if (!charge) return null
  const lines = (await readLines(ports.db, [charge.id])).filter(({ slotId }) => slotId === slot.id)
  return giveBack(ports, charge, { key: `released month ${slot.id}`, lines, reason: because })
}

import type { Above } from '~/platform/above.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { takeNextBase } from './bill-companies.server'
import { chargeKinds } from './charge'
import { type Charge, type ChargeLine, readCharges } from './charge-store.server'

export type MoneyPorts = { db: Database; clock: Clock; config: Config; above: Above }

/** What the days are that a payment gave; a booked month has its own. */
export type GivenBy = Map<string, { from: string; until: string }>

/**
 * What payments lead to, in the transaction that books them: members get their month, companies their booked
 * months. A month of the base package needs nothing done: it is paid, or it is the next month if we had stopped asking
 * for that one. Booked months go first, whatever the order of the payments: they have the base in them, so one that
 * is paid in the same press strikes it. A kind that this process does not know, because a newer one has written it,
 * throws: then nothing is booked, and whoever knows it takes the money.
 */
export async function activate(
  ports: MoneyPorts,
  charges: readonly Charge[],
  lines: readonly ChargeLine[],
  notedBy: string | null,
): Promise<GivenBy> {
  const months = charges.flatMap(({ id, kind, memberId }) =>
    chargeKinds[kind].gives === 'membership' && memberId !== null ? [{ chargeId: id, memberId }] : [],
  )
  const given = await ports.above.extendByPayment(ports, months)
  for (const { id, kind, companyId } of charges) {
    if (chargeKinds[kind].gives !== 'booked months' || companyId === null) continue
    const slots = lines.flatMap((line) => (line.chargeId === id && line.slotId !== null ? [line.slotId] : []))
    await ports.above.activatePaidSlots(ports, companyId, slots, notedBy)
  }
  const listings = charges.filter(({ kind }) => chargeKinds[kind].gives === 'listing').map(({ id }) => id)
  for (const { id, status, companyId } of await readCharges(ports.db, listings)) {
    if (status !== 'struck' || companyId === null) continue
    const month = await takeNextBase(ports, companyId)
    if (month) given.set(id, month)
  }
  return given
}

import type { Above } from '~/platform/above.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { takeNextBase } from './bill-companies.server'
import { chargeKinds } from './charge'
import { type Charge, type ChargeLine, readCharges } from './charge-store.server'

export type MoneyPorts = { db: Database; clock: Clock; config: Config; above: Above }

/** The period that a payment covers, by charge id. Booked months are not in it: each slot carries its own month. */
export type GivenBy = Map<string, { from: string; until: string }>

/**
 * Applies what payments lead to, inside the transaction that books them: members get their month, companies their
 * booked months. A month of the base package needs nothing done, unless its charge was struck: then the payment covers
 * the next month instead. Booked months go before base charges, whatever the order of the payments: they include the
 * base, so a base charge of the same press gets struck. Throws on a kind that this process does not know (a newer
 * process wrote it): the transaction rolls back, and a newer process can book the money.
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

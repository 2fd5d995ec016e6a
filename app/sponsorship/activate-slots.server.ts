import { readListing } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import {
  askForBookedMonths,
  letGoOfBase,
  type MoneyPorts,
  readBaseOf,
  readChargesOfSlots,
  recordPaidByAdmin,
  takePayments,
} from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { firstDay } from '~/shared/month'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { settleCompany } from './settle.server'
import { mayDo, type Slot } from './slot'
import { mailActivation } from './slot-mails.server'
import { markActive, readSlotsOf } from './slot-store.server'

/**
 * An admin notes that a company's months are paid. `slots` holds their ids, separated by commas. Books the payment of
 * their charges, which activates them as any payment does. Idempotent: a second call books nothing and sends no second
 * mail.
 */
export async function activateSlots(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const now = house.clock.now()
  const asked = new Set((values.slots ?? '').split(','))
  const done = await house.db.transaction().execute(async (db) => {
    const company = await readListing(db, { id: companyId }, 'hold')
    const slots = (await readSlotsOf(db, companyId)).filter(({ id }) => asked.has(id))
    if (!company || slots.length === 0) return notThere
    if (company.isClosed || slots.some(({ status }) => status !== 'active' && !mayDo('activate', status))) {
      return refused('Inget är ändrat', {
        message: 'Månaden väntar inte längre på betalning. Ladda om sidan och se hur det står till.',
      })
    }
    const unpaid = slots.filter(({ status }) => mayDo('activate', status))
    if (unpaid.length === 0) return accepted(null)
    const charges = await chargesFor(db, companyId, unpaid, now)
    const ports = { ...house, db }
    const received = charges.map((chargeId) => ({ chargeId, method: 'swish' as const }))
    await takePayments(ports, received, signedIn.person.id)
    await recordPaidByAdmin(ports, signedIn, charges)
    return accepted(null)
  })
  if (!done.ok) return done
  house.wake('messages')
  house.live.tell({ to: [`company:${companyId}`, 'admin'], about: 'payments' })
  return done
}

/** The open charges for these months. Months that were booked before charges existed get one now. */
async function chargesFor(db: Database, companyId: string, slots: readonly Slot[], now: Date): Promise<string[]> {
  const open = await readChargesOfSlots(
    db,
    slots.map(({ id }) => id),
  )
  const asked = open.filter(({ status }) => status === 'open').map(({ id }) => id)
  if (asked.length > 0) return asked
  const ids: string[] = []
  for (const [kind, those] of Map.groupBy(slots, (slot) => slot.kind)) {
    const months = those.map(({ id, month, priceOre }) => ({ slotId: id, month, priceOre }))
    ids.push((await askForBookedMonths(db, { companyId, kind, months }, now)).id)
  }
  return ids
}

/** Activates the months that were paid for. Part of the transaction that books the payment. */
export async function activatePaidSlots(
  ports: MoneyPorts,
  companyId: string,
  slotIds: readonly string[],
  notedBy: string | null,
) {
  const { db, clock, config } = ports
  const now = clock.now()
  const company = await readListing(db, { id: companyId }, 'hold')
  const paid = (await readSlotsOf(db, companyId)).filter(
    ({ id, status }) => slotIds.includes(id) && mayDo('activate', status),
  )
  if (!company || paid.length === 0) return
  const ids = paid.map(({ id }) => id)
  await markActive(db, companyId, ids, notedBy, now)
  const base = await readBaseOf(db, companyId, [...new Set(paid.map(({ month }) => firstDay(month)))])
  const credits = await letGoOfBase(ports, base, 'Bas ingår i månadens paket')
  await settleCompany(db, companyId, now)
  await mailActivation(db, config.origin, company, paid, credits)
}

import { randomUUID } from 'node:crypto'
import { type Plan, packageOf } from '~/companies/public'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import { firstDay, lastDay, type Month, monthAfter, monthName } from '~/shared/month'
import { dayOf, earlierDay, laterDay } from '~/shared/time'
import { fromGross, fromNet, membershipLine } from './charge'
import {
  type Charge,
  insertCharges,
  lockCharges,
  readChargesOfSlots,
  readLines,
  readOpenMonths,
  strikeCharges,
  writeReplacement,
} from './charge-store.server'
import { dueOnFrom } from './days'
import { tellOfNewNumber } from './letters/money-mails.server'

/**
 * Creating and striking charges. These are parts of other slices' transactions, not use cases of their own: they
 * authorise nobody.
 */

/**
 * Creates the charge for each member's next month. Precondition: the caller holds the members' rows, and none of them
 * has an open charge for a month.
 */
export async function askForMonths(
  db: Database,
  asked: readonly { memberId: string; dueOn: string }[],
  now: Date,
  price: Ore = membershipLine.gross,
): Promise<Charge[]> {
  const charges = asked.map(({ memberId, dueOn }) => ({
    key: `membership ${memberId} ${randomUUID()}`,
    kind: 'membership' as const,
    payer: { memberId },
    lines: [{ ...membershipLine, ...fromGross(price) }],
    dueOn,
  }))
  return insertCharges(db, charges, now)
}

/**
 * Replaces a charge by one with the card's price. The charge was made at one price and drawn by a card that was put in
 * at another; the payer agreed to the card's price, so that price holds.
 */
export async function askAnewAt(db: Database, charge: Charge, gross: Ore, now: Date): Promise<Charge | undefined> {
  const lines = await readLines(db, [charge.id])
  await strikeCharges(db, [charge.id], 'Kortets pris gäller', now)
  const [anew] = await insertCharges(
    db,
    [
      {
        key: `${charge.kind} ${randomUUID()}`,
        kind: charge.kind,
        payer: charge.memberId ? { memberId: charge.memberId } : { companyId: charge.companyId ?? '' },
        lines: lines.map(({ text }) => ({ text, slotId: null, ...fromGross(gross) })),
        dueOn: charge.dueOn,
        period:
          charge.periodFrom && charge.periodUntil ? { from: charge.periodFrom, until: charge.periodUntil } : undefined,
      },
    ],
    now,
  )
  return anew
}

/** Strikes these members' open months, except charges that are being paid in the same transaction. */
export async function strikeOpenMonths(
  db: Database,
  memberIds: readonly string[],
  because: string,
  now: Date,
  except: readonly string[] = [],
) {
  const open = (await readOpenMonths(db, memberIds)).map(({ id }) => id).filter((id) => !except.includes(id))
  await strikeCharges(db, open, because, now)
}

export type BookedMonth = { slotId: string; month: Month; priceOre: Ore }

/** One charge for all the booked months of an application. Due before the first of them has passed. */
export async function askForBookedMonths(
  db: Database,
  { companyId, kind, months }: { companyId: string; kind: Exclude<Plan, 'base'>; months: readonly BookedMonth[] },
  now: Date,
): Promise<Charge> {
  const sorted = [...months].sort((a, b) => a.month.localeCompare(b.month))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last) throw new RangeError('Somebody who books books at least one month')
  const [charge] = await insertCharges(
    db,
    [
      {
        key: `${kind} ${first.slotId} ${randomUUID()}`,
        kind,
        payer: { companyId },
        lines: sorted.map(({ slotId, month, priceOre }) => ({
          text: `${packageOf(kind).name}, ${monthName(month)}`,
          slotId,
          ...fromNet(priceOre),
        })),
        dueOn: earlierDay(dueOnFrom(dayOf(now)), lastDay(first.month)),
        period: { from: firstDay(first.month), until: firstDay(monthAfter(last.month)) },
      },
    ],
    now,
  )
  if (!charge) throw new Error('A charge with a new key is written')
  return charge
}

/**
 * Booked months were let go. Strikes their open charges and, for months of the same application that are still booked,
 * makes a new charge with as long to pay and sends a letter. Money that comes by the old reference is booked on the new
 * charge (`replaced_by`). Precondition: the caller holds the company's row.
 */
export async function stopAskingForBookedMonths(
  ports: { db: Database; clock: Clock; config: Config },
  slotIds: readonly string[],
  because: string,
) {
  const { db } = ports
  const now = ports.clock.now()
  const ids = (await readChargesOfSlots(db, slotIds)).filter(({ status }) => status === 'open').map(({ id }) => id)
  const charges = (await lockCharges(db, ids)).filter(({ status }) => status === 'open')
  const lines = await readLines(db, ids)
  await strikeCharges(db, ids, because, now)
  const rest = charges.flatMap((charge) => {
    const left = lines.filter((line) => line.chargeId === charge.id && line.slotId && !slotIds.includes(line.slotId))
    return left.length > 0 && charge.companyId ? [{ charge, left, companyId: charge.companyId }] : []
  })
  for (const { charge, left, companyId } of rest) {
    const key = `${charge.kind} ${randomUUID()}`
    const asked = {
      key,
      kind: charge.kind,
      payer: { companyId },
      lines: left,
      dueOn: laterDay(charge.dueOn, dueOnFrom(dayOf(now))),
    }
    const [anew] = await insertCharges(db, [asked], now)
    if (!anew) throw new Error('A charge with a new key is written')
    await writeReplacement(db, charge.id, anew.id)
    await tellOfNewNumber(ports, companyId, charge, anew)
  }
}

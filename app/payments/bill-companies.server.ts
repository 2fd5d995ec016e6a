import { sql } from 'kysely'
import { href } from 'react-router'
import { packageOf } from '~/companies/public'
import { notifyCompany, ownerMayAct } from '~/companies/public.server'
import type { Above } from '~/platform/above.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { isNotSetAside, oneRun, type Turn } from '~/platform/work/one-run'
import { formatOre, type Ore } from '~/shared/money'
import { firstDay, type Month, monthAfter, monthName, monthOf, monthOfDay } from '~/shared/month'
import { dayOf, formatDate, laterDay } from '~/shared/time'
import type { MoneyPorts } from './activation.server'
import { endSubscriptionsOf, readDrawDays, readLiveSubscriptions } from './card/card-store.server'
import { fromGross, fromNet, type Line } from './charge'
import { type Charge, insertCharges, type NewCharge, readBaseOf, readLines, strikeCharges } from './charge-store.server'
import { dueOnFrom } from './days'
import { type GivenBack, giveBack } from './give-back.server'
import { formatReference } from './reference'

type Ports = { db: Database; clock: Clock; config: Config; above: Above; wake?(work: 'messages'): void }

const batch = 100
const basePrice = fromNet(packageOf('base').priceOre)

/** A company with this many unpaid months is asked for no more until it has paid one, so that no debt piles up. */
const mostUnpaidMonths = 2

/**
 * Starts billing a company that has joined: the rest of that month is free, the next month is the first it pays for.
 */
export async function beginBilling(db: Database, companyId: string, now: Date) {
  await db
    .insertInto('company_billing')
    .values({ company_id: companyId, next_month: firstDay(monthAfter(monthOf(now))) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inclusive at both ends. */
function monthsBetween(from: Month, to: Month): Month[] {
  const months: Month[] = []
  for (let month = from; month <= to; month = monthAfter(month)) months.push(month)
  return months
}

/**
 * Asks every company for the base package, from the first of each month. A paid month as a sponsor or season partner
 * includes the base, so it is skipped. So is a month that begins while nobody may act for the company: it is not listed
 * then, and its card draws no more (docs/decisions/0256). One transaction per batch; several processes share the work
 * (SKIP LOCKED).
 */
export async function billCompanies(ports: Ports): Promise<number> {
  return oneRun(async (run) => {
    const billed = await run.inBatches(batch, (most, turn) =>
      ports.db.transaction().execute((db) => billBatch({ ...ports, db }, most, turn)),
    )
    if (billed > 0) ports.wake?.('messages')
    return billed
  })
}

async function billBatch(ports: Ports, most: number, turn: Turn): Promise<number> {
  const { db } = ports
  const now = ports.clock.now()
  const current = monthOf(now)
  const due = await db
    .selectFrom('company_billing')
    .innerJoin('companies', 'companies.id', 'company_billing.company_id')
    .select(['company_id as id', 'next_month as nextMonth', sql<boolean>`deleted_at is not null`.as('isClosed')])
    .select(ownerMayAct().as('isActedFor'))
    .select((of) =>
      of
        .selectFrom('charges')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('charges.company_id', '=', 'company_billing.company_id')
        .where('kind', '=', 'base')
        .where('status', '=', 'open')
        .as('unpaid'),
    )
    .where('next_month', '<=', firstDay(current))
    .where(isNotSetAside('company_id', turn.setAside))
    .orderBy('next_month')
    .orderBy('company_id')
    .limit(most)
    .forNoKeyUpdate('companies')
    .skipLocked()
    .execute()
  const ids = due.map(({ id }) => id)
  if (!ids[0]) return 0
  turn.claimed(ids[0])

  const next = firstDay(monthAfter(current))
  // Includes months that were missed while the worker was down. A charge that is made late gives as long to pay.
  const months = monthsBetween(monthOfDay(due[0]?.nextMonth ?? next), current)
  const unpaid = new Map(due.map((one) => [one.id, one.unpaid ?? 0]))
  const draws = await readDrawDays(db, ids, dayOf(now))
  const wanted: NewCharge[] = []
  const drawnOn = new Map<string, string>()
  for (const month of months) {
    const included = await ports.above.readHavingBase(db, ids, month)
    for (const { id, isClosed, isActedFor, nextMonth } of due) {
      const before = unpaid.get(id) ?? 0
      if (isClosed || !isActedFor || included.has(id)) continue
      if (firstDay(month) < nextMonth || before >= mostUnpaidMonths) continue
      unpaid.set(id, before + 1)
      // A card pays the oldest open month, which must not be called late before it is drawn.
      const drawOn = before === 0 ? draws.get(id) : undefined
      const asked = baseCharge(id, month, laterDay(dueOnFrom(dayOf(now)), drawOn ?? ''))
      wanted.push(asked)
      if (drawOn) drawnOn.set(asked.key, drawOn)
    }
  }
  const charges = await insertCharges(db, wanted, now)
  for (const charge of charges) await tellOfCharge(ports, charge, drawnOn)
  await db.updateTable('company_billing').set({ next_month: next }).where('company_id', 'in', ids).execute()
  const closed = due.filter(({ isClosed }) => isClosed).map(({ id }) => id)
  if (closed.length > 0) await stopBilling(db, closed, now)
  const left = due.filter(({ isActedFor }) => !isActedFor)
  for (const { id } of left) await endSubscriptionsOf(db, { memberId: null, companyId: id }, now)
  return ids.length
}

/** The first day of the next month to be billed. Null for a company that is not billed. */
export async function readBilling(db: Database, companyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('company_billing')
    .select('next_month as nextMonth')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.nextMonth ?? null
}

/**
 * Whether a month of the base package began after `since` and was skipped, because nobody might act for the company: its
 * card was ended then. Not a month that was paid ahead, nor one that has not been billed yet. A card that still draws has
 * not been ended: it has paid past months that a dearer package includes.
 */
export async function wasMonthSkipped(db: Database, companyId: string, since: Date, now: Date): Promise<boolean> {
  const next = await readBilling(db, companyId)
  if (next === null) return false
  const cards = await readLiveSubscriptions(db, [{ memberId: null, companyId }])
  if (cards.some(({ isToEnd }) => !isToEnd)) return false
  const begun = monthsBetween(monthAfter(monthOf(since)), monthOf(now)).map(firstDay)
  const billed = begun.filter((day) => day < next)
  return (await readBaseOf(db, companyId, billed)).length < billed.length
}

/** The next month that a company will in fact be asked for. */
export async function readNextBase(ports: Pick<Ports, 'db' | 'above'>, companyId: string): Promise<Month | null> {
  const next = await readBilling(ports.db, companyId)
  return next === null ? null : withoutPackage(ports, companyId, monthOfDay(next))
}

/** The first month, from the given one on, that has no paid dearer package (which would include the base). */
async function withoutPackage(
  { db, above }: Pick<Ports, 'db' | 'above'>,
  companyId: string,
  from: Month,
): Promise<Month> {
  let month = from
  while ((await above.readHavingBase(db, [companyId], month)).has(companyId)) month = monthAfter(month)
  return month
}

/**
 * Takes the next month off the billing schedule, because it is covered by a payment; the regular billing will skip it.
 * Undefined for a company that is not billed.
 */
export async function takeNextBase(
  { db, above }: Pick<Ports, 'db' | 'above'>,
  companyId: string,
): Promise<{ from: string; until: string } | undefined> {
  const billing = await db
    .selectFrom('company_billing')
    .select('next_month as nextMonth')
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!billing) return undefined
  const month = await withoutPackage({ db, above }, companyId, monthOfDay(billing.nextMonth))
  const next = firstDay(monthAfter(month))
  await db.updateTable('company_billing').set({ next_month: next }).where('company_id', '=', companyId).execute()
  return { from: firstDay(month), until: next }
}

/**
 * The charge for a card payment that came when no month was open: the next month of the schedule, at the amount that
 * was drawn.
 */
export async function askForBase(
  ports: Pick<Ports, 'db' | 'above'>,
  companyId: string,
  now: Date,
  drawn: Ore = basePrice.gross,
): Promise<Charge | undefined> {
  const period = await takeNextBase(ports, companyId)
  if (!period) return undefined
  const asked = baseCharge(companyId, monthOfDay(period.from), dayOf(now))
  const lines = asked.lines.map((line) => ({ ...line, ...fromGross(drawn) }))
  return (await insertCharges(ports.db, [{ ...asked, lines }], now))[0]
}

export const baseLine = (month: Month): Line => ({ text: `Bas, ${monthName(month)}`, slotId: null, ...basePrice })

const baseKey = (companyId: string, month: Month) => `base ${companyId} ${month}`

function baseCharge(companyId: string, month: Month, dueOn: string): NewCharge {
  return {
    key: baseKey(companyId, month),
    kind: 'base',
    payer: { companyId },
    lines: [baseLine(month)],
    dueOn,
    period: { from: firstDay(month), until: firstDay(monthAfter(month)) },
  }
}

/**
 * Strikes the packages' charges of companies that have closed, and stops billing them. The fee of completed bookings is
 * still owed.
 */
export async function stopBilling(db: Database, companyIds: readonly string[], now: Date) {
  const open = await db
    .selectFrom('charges')
    .select('id')
    .where('company_id', 'in', companyIds)
    .where('status', '=', 'open')
    .where('kind', '<>', 'fee')
    .execute()
  await strikeCharges(
    db,
    open.map(({ id }) => id),
    'Företaget finns inte kvar',
    now,
  )
  await db.deleteFrom('company_billing').where('company_id', 'in', companyIds).execute()
}

/**
 * These months of the base package are not wanted: each is included in a dearer package that was paid for, or the
 * company has closed. Strikes the open charges and gives back the paid ones. Precondition: the caller's transaction
 * holds the company's row.
 */
export async function letGoOfBase(ports: MoneyPorts, charges: readonly Charge[], reason: string): Promise<GivenBack[]> {
  const { db } = ports
  const open = charges.filter(({ status }) => status === 'open').map(({ id }) => id)
  await strikeCharges(db, open, reason, ports.clock.now())
  const credits: GivenBack[] = []
  for (const charge of charges.filter(({ status }) => status === 'paid')) {
    const lines = await readLines(db, [charge.id])
    const credit = await giveBack(ports, charge, { key: `base not wanted ${charge.id}`, lines, reason })
    if (credit) credits.push(credit)
  }
  return credits
}

/** `drawnOn`: by the charge's key, the day on which the company's card pays it. */
async function tellOfCharge({ db, config }: Ports, charge: Charge, drawnOn: ReadonlyMap<string, string>) {
  if (!charge.companyId || !charge.periodFrom) return
  const of = monthOfDay(charge.periodFrom)
  const month = monthName(of)
  const sum = formatOre(charge.gross)
  const drawOn = drawnOn.get(baseKey(charge.companyId, of))
  const costs = `Bas för ${month} kostar ${formatOre(charge.net)}, ${sum} med moms.`
  await notifyCompany(db, charge.companyId, {
    kind: 'payment asked',
    subject: drawOn ? `Bas för ${month}: ${sum} dras från kortet` : `Bas för ${month}: ${sum} att betala`,
    letter: {
      greeting: 'Hej,',
      paragraphs: drawOn
        ? [`${costs} Det dras från ert kort ${formatDate(drawOn)}, så ni behöver inte göra något.`]
        : [
            `${costs} Betala senast ${formatDate(charge.dueOn)}.`,
            `Skriver ni in betalningen själva: ange ${formatReference(charge.reference)} som meddelande.`,
          ],
      action: drawOn
        ? { label: 'Se kortet och betalningen', url: config.origin + href('/dashboard/provider/package') }
        : { label: 'Betala', url: config.origin + href('/dashboard/pay/:id', { id: charge.id }) },
    },
  })
}

import { z } from 'zod'
import { type Plan, packageOf, plans } from '~/companies/public'
import { formatSum, fromNet } from '~/payments/public'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { formatOre, type Ore } from '~/shared/money'
import { type Month, monthName } from '~/shared/month'
import type { Outcome } from '~/shared/outcome'
import { formatDate } from '~/shared/time'
import { campaignFields, seasonMonths, sponsorMonth } from '../apply/application'
import { isLive, type Slot, type SlotKind } from '../slot'
import { type Permit, type Standing, standingAfter } from '../standing'

/** A company's package changed on its behalf: what an administrator asks for, and what comes of it. */

export const planChangeFailed = 'Paketet är inte bytt'

export type PlanChoice = { plan: Plan; months: Month[] }

/** What the address asks for; a plan without its months is a question that is not asked in full yet. */
export function planChoiceFrom(
  query: URLSearchParams,
  current: Month,
): { plan: Plan | null; choice: PlanChoice | null } {
  const plan = plans.find((each) => each === query.get('plan')) ?? null
  const months = plan && askedMonths[plan](query, current)
  return { plan, choice: plan && months && { plan, months } }
}

const askedMonths = {
  base: () => [],
  sponsor(query, current) {
    const month = sponsorMonth(current).safeParse(query.get('month') ?? '')
    return month.success ? [month.data] : null
  },
  season: (query, current) => seasonMonths(current).safeParse(query.getAll('months').join(',')).data ?? null,
} as const satisfies Record<Plan, (query: URLSearchParams, current: Month) => Month[] | null>

const change = {
  // Made by the page: sent twice, it is one change.
  key: anId({ error: 'Ladda om sidan och försök igen' }),
  seen: z.string().default(''),
  reason: field.paragraph('Skriv varför, så att företaget förstår', 500),
  sure: field.ticked('Bekräfta att paketet ska bytas'),
}

export function parsePlanChange(values: Record<string, string>, current: Month) {
  const form = z.discriminatedUnion(
    'plan',
    [
      z.object({ plan: z.literal('base'), ...change }),
      z.object({ plan: z.literal('sponsor'), month: sponsorMonth(current), ...change }),
      z.object({ plan: z.literal('season'), months: seasonMonths(current), ...campaignFields, ...change }),
    ],
    { error: 'Välj paket' },
  )
  return parseForm(form, values, planChangeFailed)
}

type ReadPlanChange = Extract<ReturnType<typeof parsePlanChange>, Outcome<unknown> & { ok: true }>['value']
/** A package that the form cannot be sent for has no form above. */
export type PlanChange = Plan extends ReadPlanChange['plan'] ? ReadPlanChange : never

/** A company's live months in a line: what an administrator had read when they decided. */
export const monthsSeen = (slots: readonly Slot[]): string =>
  slots
    .filter(isLive)
    .map(({ id, status }) => `${id} ${status}`)
    .sort()
    .join(',')

type Facts = {
  name: string
  postcode: string
  standing: Standing
  permit: Permit
  /** Its live months. */
  slots: readonly Slot[]
  /** What goes back of those that are paid, if it lets go of them today. */
  back: Ore
  /** The last day to pay what is asked for today. */
  dueOn: string
  /** The day that the base package is asked for next; null for a company that is not asked. */
  baseOn: string | null
}

const list = new Intl.ListFormat('sv-SE')
const named = (slots: readonly Slot[]) =>
  list.format(slots.map(({ kind, month }) => `${packageOf(kind).name} ${monthName(month)}`))

/** What changing it leads to, in words for whoever decides. */
export function effectOf({ plan, months }: PlanChoice, facts: Facts): string[] {
  return plan === 'base' ? effectOfBase(facts) : effectOfBooking(plan, months, facts)
}

function effectOfBooking(plan: SlotKind, months: readonly Month[], facts: Facts): string[] {
  const { name, postcode, slots, permit, dueOn } = facts
  const owed = fromNet(packageOf(plan).priceOre * months.length)
  const inMonths = list.format(months.map(monthName))
  const becomes = {
    sponsor: `${name} blir huvudsponsor i ${postcode} i ${inMonths}. Ingen annan kan ha den månaden.`,
    season: `${name} blir säsongspartner i ${inMonths}, med en egen kampanj.`,
  } as const satisfies Record<SlotKind, string>
  return [
    becomes[plan],
    `Företaget ska betala ${formatOre(owed.net)} exklusive moms, ${formatSum(owed.gross)} med moms, senast ${formatDate(dueOn)}. Paketet gäller när det är betalt.`,
    ...(slots.length > 0 ? [`Det som redan är bokat ligger kvar: ${named(slots)}.`] : []),
    ...(plan === 'sponsor' && permit !== 'valid'
      ? [
          'Företaget har inget giltigt tillstånd: det får märket Månadens sponsor, men är ingen trygghetspartner och får inga larm.',
        ]
      : []),
  ]
}

const backInWords = (back: Ore) =>
  back === 0
    ? 'Inga dagar är kvar, så inget ska tillbaka.'
    : `${formatSum(back)} ska tillbaka, för de dagar som är kvar: kreditkvitton skrivs, och återbetalningen väntar i listan över betalningar.`

function effectOfBase({ name, standing, permit, slots, back, baseOn }: Facts): string[] {
  const unpaid = slots.filter(({ status }) => status === 'reserved')
  const paid = slots.filter(({ status }) => status === 'active')
  const released = slots.map((slot) => ({ ...slot, status: 'released' as const }))
  const losesFlag = standing.isPartner && !standingAfter(standing, released, permit).isPartner
  return [
    `${name} får paketet Bas.`,
    ...(slots.length === 0 ? ['Inga månader är bokade, så inget släpps och inget betalas tillbaka.'] : []),
    ...(unpaid.length > 0 ? [`Det här är obetalt, släpps och ska inte längre betalas: ${named(unpaid)}.`] : []),
    ...(paid.length > 0 ? [`Det här är betalt och släpps: ${named(paid)}. ${backInWords(back)}`] : []),
    ...(losesFlag ? ['Företaget räknas inte längre som trygghetspartner.'] : []),
    ...(baseOn
      ? [`Bas begärs nästa gång ${formatDate(baseOn)}: ${formatOre(packageOf('base').priceOre)} exklusive moms.`]
      : []),
  ]
}

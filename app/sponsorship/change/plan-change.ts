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
import { campaignFields, seasonMonths, sponsorMonth } from '../apply/application-form'
import { isLive, type Slot, type SlotKind } from '../slot'
import { type Permit, type Standing, standingAfter } from '../standing'

/** Changing a company's package on its behalf: parsing the form, and describing the effect. */

export const planChangeFailed = 'Paketet är inte bytt'

export type PlanChoice = { plan: Plan; months: Month[] }

/** The choice in the address. `choice` is null until the months are chosen too. */
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
  // Idempotency key from the page.
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
/** Compile-time check: `never` unless the form covers every plan. */
export type PlanChange = Plan extends ReadPlanChange['plan'] ? ReadPlanChange : never

/** A company's live months as one text: the version of the data that the administrator has seen. */
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
  /** The company's live months. */
  slots: readonly Slot[]
  /** What is given back for the paid ones if they are let go today. */
  back: Ore
  /** The due day of a charge that is made today. */
  dueOn: string
  /** The first day of the next base month to be billed; null if the company is not billed. */
  baseOn: string | null
}

const list = new Intl.ListFormat('sv-SE')
const named = (slots: readonly Slot[]) =>
  list.format(slots.map(({ kind, month }) => `${packageOf(kind).name} ${monthName(month)}`))

/** The effect of a choice in words, for the administrator. */
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

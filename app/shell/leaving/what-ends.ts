import { formatPoints } from '~/points/public'
import { formatOre, type Ore } from '~/shared/money'
import { formatDate } from '~/shared/time'

/** What deleting an account ends for the person themselves and for others, and what it does not. */
export type WhatEnds = {
  /** Upcoming visits booked by the person; `late` of them can no longer be cancelled free of charge. */
  booked: number
  late: number
  /** Upcoming visits at the person's company. */
  jobs: number
  /** Guards of the person's company. */
  guards: number
  /** Disputes about payment that nobody has decided, as member and as company. */
  disputes: number
  /** Services that the person is on the waiting list for. */
  waits: number
  /** The company's booked months as sponsor or season partner. */
  months: { name: string; isPaid: boolean }[]
  /** Paid months of the base package that have not begun. */
  paidBase: number
  /** The fees for bookings that are done, which the company owes whether or not its owner leaves. */
  feesOwedOre: Ore
  membership: { coveredUntil: string; isPaid: boolean; mayWithdraw: boolean; paysByCard: boolean } | null
  points: number
}

/** Sentences for the page, before anything is deleted; none where there is nothing to say. */
export function whatEnds(ends: WhatEnds): string[] {
  const { booked, late, jobs, guards, disputes, waits, months, paidBase, feesOwedOre, membership, points } = ends
  return [
    ...(booked > 0 ? [bookedWords(booked, late)] : []),
    ...(waits > 0 ? [waitsWords(waits)] : []),
    ...(jobs > 0 ? [jobsWords(jobs)] : []),
    ...(guards > 0 ? [guardsWords(guards)] : []),
    ...(disputes > 0 ? [disputesWords(disputes)] : []),
    ...(months.length > 0 ? [monthsWords(months)] : []),
    ...(paidBase > 0 ? [baseWords(paidBase)] : []),
    ...(feesOwedOre > 0 ? [feesWords(feesOwedOre)] : []),
    ...(membership ? [membershipWords(membership)] : []),
    ...(points > 0 ? [`Dina Kvarterspoäng försvinner. Du har ${formatPoints(points)}.`] : []),
  ]
}

function bookedWords(booked: number, late: number): string {
  const cancelled =
    booked === 1
      ? 'Din kommande bokning avbokas, och företaget får veta det.'
      : `Dina ${booked} kommande bokningar avbokas, och företagen får veta det.`
  if (late === 0) return cancelled
  if (booked === 1) return `${cancelled} Det är för sent att avboka utan kostnad, så företaget kan ta betalt.`
  return `${cancelled} För ${late} av dem är det för sent att avboka utan kostnad, så företaget kan ta betalt.`
}

const jobsWords = (jobs: number) =>
  jobs === 1
    ? 'Företagets kommande jobb avbokas, och kunden får veta det.'
    : `Företagets ${jobs} kommande jobb avbokas, och kunderna får veta det.`

const guardsWords = (guards: number) =>
  guards === 1
    ? 'Företagets väktare får inga larm längre och kommer inte in på sin sida.'
    : `Företagets ${guards} väktare får inga larm längre och kommer inte in på sina sidor.`

const waitsWords = (waits: number) =>
  waits === 1 ? 'Din plats på väntelistan försvinner.' : `Dina platser på ${waits} väntelistor försvinner.`

const disputesWords = (disputes: number) =>
  disputes === 1
    ? 'Vi avgör inte längre betalningen som ni inte är överens om, och den andra sidan får veta det.'
    : `Vi avgör inte längre de ${disputes} betalningar som ni inte är överens om, och de andra får veta det.`

const list = new Intl.ListFormat('sv-SE')

function monthsWords(months: WhatEnds['months']) {
  const paid = months.filter(({ isPaid }) => isPaid).length
  return [
    `Företagets ${months.length === 1 ? 'bokade månad' : 'bokade månader'} släpps: ${list.format(months.map(({ name }) => name))}.`,
    ...(paid > 0 ? ['Det som är betalt för dagarna som är kvar betalas tillbaka.'] : []),
    ...(paid < months.length ? ['Det som inte är betalt behöver inte betalas.'] : []),
  ].join(' ')
}

const baseWords = (months: number) =>
  months === 1
    ? 'Den månad av Bas som är betald och inte har börjat betalas tillbaka.'
    : `De ${months} månader av Bas som är betalda och inte har börjat betalas tillbaka.`

const feesWords = (owedOre: Ore) =>
  `Avgiften för företagets genomförda bokningar, just nu ${formatOre(owedOre)}, ska fortfarande betalas. Vi mejlar företaget om den.`

function membershipWords({ coveredUntil, isPaid, mayWithdraw, paysByCard }: NonNullable<WhatEnds['membership']>) {
  return [
    `Ditt medlemskap till ${formatDate(coveredUntil)} slutar direkt.`,
    ...(isPaid ? ['Det du har betalt betalas inte tillbaka.'] : []),
    ...(isPaid && mayWithdraw
      ? ['Vill du ångra avtalet och få pengar tillbaka, gör det först, på sidan Medlemskap.']
      : []),
    ...(paysByCard ? ['Inget mer dras från ditt kort.'] : []),
  ].join(' ')
}

import { formatDate } from '~/shared/time'

/** What deleting an account ends for the person themselves and for others. */
export type WhatEnds = {
  /** Upcoming visits booked by the person; `late` of them can no longer be cancelled free of charge. */
  booked: number
  late: number
  /** Upcoming visits at the person's company. */
  jobs: number
  membership: { coveredUntil: string; isPaid: boolean; mayWithdraw: boolean; paysByCard: boolean } | null
}

/** Sentences for the page, before anything is deleted; none where nothing ends. */
export function whatEnds({ booked, late, jobs, membership }: WhatEnds): string[] {
  return [
    ...(booked > 0 ? [bookedWords(booked, late)] : []),
    ...(jobs > 0 ? [jobsWords(jobs)] : []),
    ...(membership ? [membershipWords(membership)] : []),
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

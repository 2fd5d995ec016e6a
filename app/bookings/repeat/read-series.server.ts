import type { Database } from '~/platform/database/database.server'
import { dayAt, startOn, timeAt } from '../book/open-days.server'
import { seenTerms } from '../book/seen-terms'
import type { Side } from '../booking'
import type { DiaryRow } from '../diaries/diary-store.server'
import { shortSpokenMoment } from '../when'
import { mayBeginEarly } from '../withdrawal'
import { withinReach } from './coming.server'
import { type NowOffered, readComing, readOffered } from './go-on.server'
import { rhythmWords } from './rhythm'
import { termsWords } from './series-letters'
import { readAheadOf, readSeries, type Series } from './series-store.server'
import { comingLine } from './series-words'

/** The series of a booking as one side sees it; null when the booking does not repeat, or no longer. */
export async function readSeriesOfBooking(db: Database, side: Side, booking: DiaryRow, now: Date) {
  const series = booking.seriesId === null ? undefined : await readSeries(db, booking.seriesId)
  if (!series || series.endedAt || (!series.confirmedAt && booking.status !== 'pending')) return null
  const offered = await readOffered(db, series, now)
  const base = { words: rhythmWords(series.weeks), isAsked: series.confirmedAt === null, isStopped: offered === null }
  if (!series.confirmedAt) {
    const first = dayAt((booking.proposal?.startsAt ?? booking.startsAt).getTime())
    const coming = offered ? await readComing(db, offered.service, rhythmOf(series, booking), first, now) : []
    return { ...base, coming: coming.map(comingLine), ahead: [], question: null, waitsForMember: false }
  }
  const ahead = (await readAheadOf(db, series.id, now)).map(({ id, startsAt }) => {
    return { id, when: shortSpokenMoment(startsAt), isThis: id === booking.id }
  })
  const question = questionOf(series, offered, now)
  return {
    ...base,
    coming: [],
    ahead,
    question: side === 'member' ? question : null,
    waitsForMember: question !== null,
  }
}

export type SeriesView = NonNullable<Awaited<ReturnType<typeof readSeriesOfBooking>>>

/** If another time has been proposed, the series would follow that one. */
function rhythmOf(series: Series, { proposal, startsAt }: DiaryRow) {
  return { ...series, time: timeAt((proposal?.startsAt ?? startsAt).getTime()) }
}

/** Changed terms that the member has to agree to before the series goes on; null when nothing has changed. */
function questionOf(series: Series, offered: NowOffered | null, now: Date) {
  const seen = offered && seenTerms(offered.terms)
  if (!offered || !seen || seen === series.terms) return null
  const [next] = withinReach(series, now).days
  const asksForEarlyStart = next !== undefined && mayBeginEarly(new Date(startOn(next, series.time)), now)
  return { terms: termsWords('member', offered.terms), seen, asksForEarlyStart }
}

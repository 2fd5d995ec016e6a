import { randomUUID } from 'node:crypto'
import { readServiceToBook } from '~/companies/public.server'
import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { askedDay, askedId } from '~/shared/asked'
import { formatPhone } from '~/shared/phone'
import { daysAfter } from '~/shared/time'
import { mayHaveDiscount } from '../book/may-have-discount'
import { dayAt } from '../book/open-days.server'
import { readChosen } from '../book/read-book-page.server'
import { asksForEarlyStart } from '../booking'
import { planSeries, seenDays } from './ask-for-series.server'
import type { Coming } from './coming.server'
import { type Weeks, weeksFrom } from './rhythm'
import { comingLine } from './series-words'

/** The page that books a series: the times of the first day, and what would become of the later days. */
export async function readRepeatPage(house: House, signedIn: SignedIn, search: URLSearchParams) {
  onlyMember(signedIn)
  const { person } = signedIn
  const id = askedId(search.get('service'))
  const chosen = id ? await readChosen(house, signedIn, id, askedDay(search.get('day'))) : null
  const weeks = weeksFrom(search.get('weeks')) ?? 2
  const holidays = search.get('holidays') === 'on'
  const free = chosen?.starts.filter(({ clashes }) => !clashes)
  const start = chosen?.starts.find(({ at }) => at === search.get('start')) ?? free?.[0] ?? chosen?.starts[0] ?? null
  const planned = start && (await plan(house, signedIn, id ?? '', Date.parse(start.at), holidays, weeks))
  return {
    chosen,
    weeks,
    holidays,
    start: planned && start,
    coming: planned ? planned.map(comingLine) : [],
    days: planned ? seenDays(planned) : '',
    asksForEarlyStart: start !== null && asksForEarlyStart(new Date(start.at), house.clock.now()),
    hasDiscount: mayHaveDiscount(person),
    ownPhone: person.phone && formatPhone(person.phone),
    key: randomUUID() as string,
  }
}

export type RepeatPage = Awaited<ReturnType<typeof readRepeatPage>>

async function plan(
  { db, clock }: House,
  { person }: SignedIn,
  id: string,
  start: number,
  holidays: boolean,
  weeks: Weeks,
): Promise<Coming[] | null> {
  const service = await readServiceToBook(db, id, person.postcode, daysAfter(dayAt(clock.now().getTime()), -1))
  return service ? (await planSeries(db, service, { start, holidays }, weeks, clock.now())).coming : null
}

import { onlyAdmin } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { formatDay } from '~/shared/time'
import { readGivenBy, readOpenMarks } from './pair-store.server'
import { PAIR_BOOKINGS, PAIR_POINTS, type Reached } from './points'

const pageSize = 20

const whyWords = {
  many: `Fler än ${PAIR_BOOKINGS} bokningar eller omdömen på en månad`,
  much: `Mer än ${PAIR_POINTS} poäng på en månad`,
} as const satisfies Record<Reached, string>

/** An admin: who has reached a limit together with a company, and what that has given. */
export async function readMarksForAdmin({ db }: House, signedIn: SignedIn, before: string | null) {
  onlyAdmin(signedIn)
  const { shown, next } = pageOf(await readOpenMarks(db, before, pageSize + 1), pageSize)
  const marks = []
  for (const { markedAt, month: _, why, ...mark } of shown) {
    const { points, bookings, reviews } = await readGivenBy(db, mark)
    marks.push({ ...mark, why: whyWords[why], marked: formatDay(markedAt), points, bookings, reviews })
  }
  return { marks, before, next }
}

export type MarkShown = Awaited<ReturnType<typeof readMarksForAdmin>>['marks'][number]

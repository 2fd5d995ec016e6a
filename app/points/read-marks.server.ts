import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { formatDay } from '~/shared/time'
import { readGivenBy, readOpenMarks } from './pair-store.server'
import {
  isTipReason,
  PAIR_BOOKINGS,
  PAIR_POINTS,
  RECRUITED_POINTS,
  type Reached,
  TIPS_A_MONTH,
  type TipReason,
} from './points'

const pageSize = 20

const whyWords = {
  many: `Fler än ${PAIR_BOOKINGS} bokningar eller omdömen på en månad`,
  much: `Mer än ${PAIR_POINTS} poäng på en månad`,
  tips: `Minst ${TIPS_A_MONTH} tips till samma medlem inom en månad`,
  'same browser': 'Företaget och medlemmen har varit inloggade i samma webbläsare',
  'same number': 'Företaget och medlemmen har samma telefonnummer',
} as const satisfies Record<Reached | TipReason, string>

/** For administrators: marked pairs and tips, and how many points they have given. */
export async function readMarksForAdmin(house: House, signedIn: SignedIn, before: string | null) {
  onlyAdmin(signedIn)
  const { db } = house
  const { shown, next } = pageOf(await readOpenMarks(db, before, pageSize + 1), pageSize)
  const marks = []
  for (const { markedAt, month: _, why, ...mark } of shown) {
    const given = isTipReason(why) ? await givenForTip(house, mark.companyId) : await givenTogether(db, mark)
    marks.push({ ...mark, ...given, why: whyWords[why], marked: formatDay(markedAt) })
  }
  return { marks, before, next }
}

async function givenTogether(db: Database, pair: { personId: string; companyId: string }) {
  const { points, bookings, reviews } = await readGivenBy(db, pair)
  const given = `${points} poäng: ${bookings} bokningar och ${reviews} omdömen`
  const takesBack = `${points} poäng, och månader som är köpta för dem`
  return { points, bookings, reviews, months: 0, given, takesBack }
}

async function givenForTip(house: House, companyId: string) {
  const months = await house.above.readRewardedMonths(house.db, companyId)
  const given = `${RECRUITED_POINTS} poäng och ${months} fria månader för tipset`
  const takesBack = `tipsets ${months} fria månader, och de av dess ${RECRUITED_POINTS} poäng som är kvar`
  return { points: RECRUITED_POINTS, bookings: 0, reviews: 0, months, given, takesBack }
}

export type MarkShown = Awaited<ReturnType<typeof readMarksForAdmin>>['marks'][number]

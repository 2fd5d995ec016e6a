import { randomUUID } from 'node:crypto'
import { readCompanyNames, readPartnersAround } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { notePatrolPayout, readPatrolPayouts, readPatrolSums } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatOre } from '~/shared/money'
import { firstDay, lastDay, monthName, monthOf } from '~/shared/month'
import type { Outcome } from '~/shared/outcome'
import { formatDate } from '~/shared/time'
import { countWalked } from './shift-store.server'

/**
 * The money set aside for a postcode's patrols, and the patrols walked this month. Null if none was ever set aside.
 * Public: names no company and no person.
 */
export async function readPatrolMoney({ db, clock }: Pick<House, 'db' | 'clock'>, postcode: string) {
  const month = monthOf(clock.now())
  const sums = await readPatrolSums(db, postcode, month)
  if (sums.ever <= 0 && sums.paidOut === 0) return null
  const walked = await countWalked(db, postcode, firstDay(month), lastDay(month))
  return {
    month: monthName(month),
    companies: sums.companies,
    inMonth: formatOre(sums.inMonth),
    ever: formatOre(sums.ever),
    paidOut: formatOre(sums.paidOut),
    ...walked,
  }
}

export type PatrolMoneyShown = NonNullable<Awaited<ReturnType<typeof readPatrolMoney>>>

const mostPayouts = 24

/** For an administrator: what is left to pay out for a postcode's patrols, and past payouts. */
export async function readMoneyToPayOut({ db, clock }: House, signedIn: SignedIn, postcode: string) {
  onlyAdmin(signedIn)
  const { ever, paidOut } = await readPatrolSums(db, postcode, monthOf(clock.now()))
  const payouts = await readPatrolPayouts(db, postcode, mostPayouts)
  const names = await readCompanyNames(
    db,
    payouts.map(({ companyId }) => companyId),
  )
  return {
    key: randomUUID() as string,
    ever: formatOre(ever),
    paidOut: formatOre(paidOut),
    left: formatOre(ever - paidOut),
    isLeft: ever > paidOut,
    payouts: payouts.map(({ id, companyId, amount, paidOn, reference }) => ({
      id,
      what: `${formatOre(amount)} till ${names.get(companyId) ?? 'ett företag'}, ${formatDate(paidOn)}, faktura ${reference}`,
    })),
  }
}

/** An administrator records a payout to a company that patrols here. */
export async function noteMoneyPaidOut(
  house: House,
  signedIn: SignedIn,
  postcode: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const around = await readPartnersAround(house.db, postcode, house.clock.now())
  return notePatrolPayout(house, signedIn, { postcode, companies: around.map(({ id }) => id) }, values)
}

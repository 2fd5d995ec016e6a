import { expect, test } from 'vitest'
import { daysBetween } from '~/shared/time'
import { holdWakes, useHouse } from '../../../test/support/house'
import { expectBooksToBalance, payFor } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { readOwnMembership } from '../read-own-membership.server'
import { returnToMembership, withdraw } from './change-course.server'
import { runMemberships } from './run-memberships.server'

const house = useHouse()
holdWakes(house)

test('the first withdrawal refunds everything, and a second one all but the days that have passed, as shown', async () => {
  const admin = await joinAsAdmin(house)
  const { signedIn } = await joinAsMember(house)
  const owner = { memberId: signedIn.person.id }
  const back = () =>
    house.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .innerJoin('charges', 'charges.id', 'charge_id')
      .select('refunds.amount_cents as amount')
      .where('charges.member_id', '=', owner.memberId)
      .orderBy('refunds.id')
      .execute()

  house.clock.forward({ days: 25 })
  await runMemberships(house)
  await payFor(house, admin.signedIn, owner)
  expect((await readOwnMembership(house, signedIn)).paysForDays).toBe(false)
  valueFrom(await withdraw(house, signedIn, { sure: 'on' }))
  expect(await back()).toEqual([{ amount: 3900 }])
  expect((await readOwnMembership(house, signedIn)).paysForDays).toBe(true)

  house.clock.forward({ days: 40 })
  valueFrom(await returnToMembership(house, signedIn))
  await payFor(house, admin.signedIn, owner)
  house.clock.forward({ days: 13 })
  valueFrom(await withdraw(house, signedIn, { sure: 'on' }))
  const [, second] = await back()
  // Fourteen days of the paid month have begun.
  const { from, until } = await house.db
    .selectFrom('charges')
    .select(['period_from as from', 'period_until as until'])
    .where('member_id', '=', owner.memberId)
    .where('status', '=', 'paid')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const days = daysBetween(from ?? '', until ?? '')
  expect(Math.abs((second?.amount ?? 0) - (3900 * (days - 14)) / days)).toBeLessThan(2)
  await expectBooksToBalance(house.db)
})

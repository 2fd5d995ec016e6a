import { expect, test } from 'vitest'
import { runMemberships } from '~/membership/public.server'
import { carryOutCardOrders } from '~/payments/card/carry-out-card-orders.server'
import { grantIn } from '../../../server/start/grant-role'
import { useHouse } from '../../../test/support/house'
import { openChargesOf } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, proven, type Resident } from '../../../test/support/people'
import { useTill } from '../../../test/support/till'
import { changeRole } from './change-role.server'

/** Somebody who is no longer a member reaches no page where a membership is paid or ended, so nothing is collected. */

const house = useHouse()
const till = useTill(house)

async function byAdmin({ signedIn }: Resident) {
  const admin = await joinAsAdmin(house)
  const values = { role: 'admin', reason: 'Ny kollega' }
  valueFrom(await changeRole({ house, ...admin, values }, signedIn.person.id))
}
const ended = () => till.stripe.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
const byOperator = ({ email }: Resident) => grantIn(house.db, { email, role: 'admin', isVouchedFor: false })

test.each([
  ['an administrator', byAdmin],
  ['the operator', byOperator],
])('a change of role by %s ends the card subscription of a member, and what it draws goes back', async (_, change) => {
  const { member, session, subscription } = await till.subscribed()
  await till.tell('checkout.session.completed', { id: session })
  await change(await proven(house, member))
  const invoice = till.stripe.draw(subscription, 3900, till.later(31))
  await till.tell('invoice.paid', invoice)
  expect(await till.outcomes(invoice.id)).toEqual(['given back'])
  await carryOutCardOrders(house)
  expect(till.refundsOf(invoice)).toEqual([3900])
  expect(ended()).toContain(`/v1/subscriptions/${subscription.id}`)
})

test('a subscription whose checkout was open when the role changed is ended, and what it draws goes back', async () => {
  const { member, subscription } = await till.subscribed()
  await byAdmin(await proven(house, member))
  await till.tell('customer.subscription.created', { id: subscription.id })
  const invoice = till.stripe.draw(subscription, 3900, till.later(31))
  await till.tell('invoice.paid', invoice)
  expect(await till.outcomes(invoice.id)).toEqual(['given back'])
  await carryOutCardOrders(house)
  expect(till.refundsOf(invoice)).toEqual([3900])
  expect(ended()).toContain(`/v1/subscriptions/${subscription.id}`)
})

test('a change of role strikes the month that a member was asked for, and the mail says that nothing more is due', async () => {
  const member = await proven(house, await joinAsMember(house))
  house.clock.forward({ days: 25 })
  await runMemberships(house)
  const payer = { memberId: member.signedIn.person.id }
  expect(await openChargesOf(house.db, payer)).toHaveLength(1)
  await house.deliver()
  await byAdmin(member)
  expect(await openChargesOf(house.db, payer)).toEqual([])
  const told = (await house.deliver()).find(({ subject }) => subject.includes('ny roll'))
  expect(told?.text).toContain('Medlemskapet kostar dig inget mer')
})

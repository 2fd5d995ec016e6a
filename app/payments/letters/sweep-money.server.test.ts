import { expect, test } from 'vitest'
import { runMemberships } from '~/membership/public.server'
import { dayOf } from '~/shared/time'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { useHouse } from '../../../test/support/house'
import { openChargesOf } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { companyOf, joinAlone, monthsFrom, sponsorForm } from '../../../test/support/sponsorship'
import { daysAfter } from '../days'
import { sweepMoney } from '../sweep-money.server'

const house = useHouse()

test('a month that nobody has paid is let go forty-five days after its day, and nothing that a company owes', async () => {
  const { signedIn } = await joinAsMember(house)
  house.clock.forward({ days: 25 })
  await runMemberships(house)
  const [charge] = await openChargesOf(house.db, { memberId: signedIn.person.id })
  if (!charge) throw new Error('A trial that is soon over is asked for a month')
  const company = await joinAlone(house)
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(monthsFrom(house)[1] ?? '')))
  const { id: companyId } = await companyOf(house, company)

  const lateBy = async (late: number) => {
    const due_on = daysAfter(dayOf(house.clock.now()), -late)
    const either = house.db.updateTable('charges').set({ due_on }).where('status', '=', 'open')
    await either.where((is) => is.or([is('id', '=', charge.id), is('company_id', '=', companyId)])).execute()
    await sweepMoney(house)
    const { status, struck_because } = await house.db
      .selectFrom('charges')
      .select(['status', 'struck_because'])
      .where('id', '=', charge.id)
      .executeTakeFirstOrThrow()
    return [status, struck_because, (await openChargesOf(house.db, { companyId })).length]
  }
  expect(await lateBy(45)).toEqual(['open', null, 1])
  expect(await lateBy(46)).toEqual(['struck', 'Betalades aldrig', 1])
})

import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { joinAlone } from '../../test/support/sponsorship'
import { startTrial } from './begin.server'

const house = useHouse()

test.each([
  ['in the middle of winter', '2027-01-10T11:00:00Z', '2027-02-09', '2027-02-08T23:00:00.000Z'],
  ['late at night before summer time begins', '2027-03-09T22:30:00Z', '2027-04-08', '2027-04-07T22:00:00.000Z'],
  ['just after midnight before summer time ends', '2027-10-14T22:30:00Z', '2027-11-14', '2027-11-13T23:00:00.000Z'],
])('the trial is thirty days of the calendar for one who joins %s', async (_, joinedAt, coveredUntil, endsAt) => {
  const { signedIn } = await joinAlone(house)
  const begin = () => startTrial(house.db, signedIn.person.id, new Date(joinedAt))
  await begin()
  await begin()
  const rows = await house.db
    .selectFrom('memberships')
    .select(['covered_until', 'trial_ends_at'])
    .where('profile_id', '=', signedIn.person.id)
    .execute()
  expect(rows).toEqual([{ covered_until: coveredUntil, trial_ends_at: new Date(endsAt) }])
})

import { expect, test } from 'vitest'
import { whileKept } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { joinAsMember, type Resident } from '../../../test/support/people'
import { countRevocation, readRevocations, readSessionsWhole } from '../login/session-store.server'
import { unlessRevoked } from './unless-revoked.server'

const house = useHouse()
holdWakes(house)
const idOf = ({ signedIn }: Resident) => signedIn.person.id

/** A person with a session, and with a login that waits for its second step. */
async function atTheDoor() {
  const person = await joinAsMember(house)
  const step = { identifier: `2fa-${idOf(person)}`, value: idOf(person), expires_at: new Date('2100-01-01') }
  await house.db.insertInto('verifications').values(step).execute()
  return person
}
async function leftOf(person: Resident) {
  const steps = house.db.selectFrom('verifications').select('id').where('value', '=', idOf(person))
  return [(await readSessionsWhole(house.db, idOf(person))).length, (await steps.execute()).length]
}

test.each(['id', 'email'] as const)(
  'a login fails when its person (by %s) is revoked during the password check (race condition)',
  async (by) => {
    const [person, next] = [await atTheDoor(), await atTheDoor()]
    const who = by === 'id' ? { id: idOf(person) } : { email: person.email }
    // Somebody else's revocation has no effect.
    const letIn = async (whose: Resident) => {
      await house.db.transaction().execute((db) => countRevocation(db, idOf(whose)))
      return 'in'
    }
    expect(await unlessRevoked(house.db, who, () => letIn(next))).toBe('in')
    expect(await leftOf(person)).toEqual([1, 1])

    expect(await unlessRevoked(house.db, who, () => letIn(person))).toBeNull()
    expect(await leftOf(person)).toEqual([0, 0])
    expect(await leftOf(next)).toEqual([1, 1])
  },
)

test('an unknown address is handled like any other', async () => {
  expect(await unlessRevoked(house.db, { email: 'ingen@exempel.se' }, async () => 'no')).toBe('no')
})

test('revoking one person does not lock out another', async () => {
  const [person, next] = [await joinAsMember(house), await joinAsMember(house)]
  const count = await whileKept(
    house.db,
    (keeper) => countRevocation(keeper, idOf(person)),
    async (other) => {
      await countRevocation(other, idOf(next))
      return (await readRevocations(other, { id: idOf(next) }))?.count
    },
  )
  expect(count).toBe(1)
})

import { expect, test } from 'vitest'
import { employGuard, guardRow, openPartner } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { goOffDuty, goOnDuty, hidePosition, sharePosition } from '../coverage/switch-duty.server'
import { readDispatchList } from '../dispatch-store.server'
import { type Guard, markTested, stayOnDuty } from '../guard-store.server'
import { chooseRing } from './choose-ring.server'

const house = useHouse()
const place = { latitude: '59.28', longitude: '18.01' }

/** Two guards of one company: on duty, with calls on, and with a shared position. */
async function colleagues() {
  const { id: companyId, postcode } = await openPartner(house)
  const now = house.clock.now()
  const seen = { rings: 'alarms' as const, latitude: 59.3, longitude: 18.1, position_at: now }
  const [id, other] = [await employGuard(house, companyId, seen), await employGuard(house, companyId, seen)]
  // The guard as authenticated by the link.
  const guard = { id, companyId, areas: [postcode] } as unknown as Guard
  return { guard, other, postcode }
}

test('a guard chooses when their phone is called, and an invalid choice is refused', async () => {
  const { guard, postcode } = await colleagues()
  const rings = async () =>
    (await readDispatchList(house.db, [postcode], house.clock.now())).find(({ guardId }) => guardId === guard.id)?.rings
  expect(await rings()).toBe('alarms')
  valueFrom(await chooseRing(house, guard, { rings: 'alarms and tests' }))
  expect(await rings()).toBe('alarms and tests')
  refusalFrom(await chooseRing(house, guard, { rings: 'sometimes' }))
  refusalFrom(await chooseRing(house, guard, {}))
  expect(await rings()).toBe('alarms and tests')
  valueFrom(await chooseRing(house, guard, { rings: 'never' }))
  expect(await rings()).toBe('never')
})

test('hiding a position deletes it at once, and it can be shared again', async () => {
  const { guard } = await colleagues()
  valueFrom(await hidePosition(house, guard))
  expect(await guardRow(house.db, guard.id)).toMatchObject({ latitude: null, longitude: null, position_at: null })
  // They are still on duty.
  expect((await guardRow(house.db, guard.id)).on_duty_since).not.toBeNull()
  valueFrom(await sharePosition(house, guard, place))
  expect(await guardRow(house.db, guard.id)).toMatchObject({ latitude: 59.28, longitude: 18.01 })
})

test('stayOnDuty prolongs duty and never shortens it', async () => {
  const { guard } = await colleagues()
  const now = house.clock.now()
  const chosen = (await guardRow(house.db, guard.id)).on_duty_until
  await stayOnDuty(house.db, guard.id, new Date(now.getTime() + 3_600_000), now)
  expect((await guardRow(house.db, guard.id)).on_duty_until).toEqual(chosen)
  const later = new Date(now.getTime() + 9 * 3_600_000)
  await stayOnDuty(house.db, guard.id, later, now)
  expect((await guardRow(house.db, guard.id)).on_duty_until).toEqual(later)
})

test.each<[string, (guard: Guard) => Promise<unknown>]>([
  ['chooses when to be phoned', (guard) => chooseRing(house, guard, { rings: 'never' })],
  ['goes on duty for longer', (guard) => goOnDuty(house, guard, { hours: '12' })],
  ['stays longer', (guard) => stayOnDuty(house.db, guard.id, new Date(Date.now() + 20 * 3_600_000), house.clock.now())],
  ['goes off duty', (guard) => goOffDuty(house, guard)],
  ['shares their position', (guard) => sharePosition(house, guard, place)],
  ['hides their position', (guard) => hidePosition(house, guard)],
  ['answers a test', (guard) => markTested(house.db, guard.id, house.clock.now())],
])('a guard who %s changes nothing for a colleague', async (_, deed) => {
  const { guard, other } = await colleagues()
  const [own, theirs] = [await guardRow(house.db, guard.id), await guardRow(house.db, other)]
  await deed(guard)
  expect(await guardRow(house.db, guard.id)).not.toEqual(own)
  expect(await guardRow(house.db, other)).toEqual(theirs)
})

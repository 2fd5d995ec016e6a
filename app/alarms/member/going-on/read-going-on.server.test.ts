import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { openNeighbourhood, press, workOff } from '../../../../test/support/alarms'
import { explain, explainKept, scansOf, statementsOf } from '../../../../test/support/crowds/plans'
import { useHouse } from '../../../../test/support/house'
import { valueFrom } from '../../../../test/support/outcome'
import type { Resident } from '../../../../test/support/people'
import { takeAlarm } from '../../answer/take-alarm.server'
import { saySafe } from '../../raise/say-safe.server'
import { endWalkWell, insertWalk } from '../../walk/walk-store.server'
import { readSafetyPage } from '../read-safety-page.server'
import { readGoingOn } from './read-going-on.server'

const house = useHouse()

const shownTo = async ({ signedIn }: Resident) =>
  (await readGoingOn(house, signedIn)).map(({ kind, title }) => `${kind}: ${title}`)

const setOff = async ({ signedIn }: Resident) => {
  const now = house.clock.now()
  const homeAt = new Date(now.getTime() + 30 * 60_000)
  await insertWalk(house.db, { memberId: signedIn.person.id, key: randomUUID(), homeAt, sharesPosition: false }, now)
}

test('a member’s own alarm is going on from the press until it is over, and no other member’s is', async () => {
  const [area, other] = [await openNeighbourhood(house), await openNeighbourhood(house)]
  expect(await shownTo(area.member)).toEqual([])
  const { alarmId } = await press(house, area.member)
  expect(await shownTo(area.member)).toEqual(['alarm: Larmet är ute'])
  valueFrom(await takeAlarm(house, area.guard, alarmId))
  expect(await shownTo(area.member)).toEqual([expect.stringMatching(/^alarm: Vakt AB \(.+\) har tagit larmet$/)])
  expect(await shownTo(other.member)).toEqual([])
  const called = await press(house, other.member)
  valueFrom(await saySafe(house, other.member.signedIn, called.alarmId))
  expect(await shownTo(other.member)).toEqual([])
})

test('a test is going on, beside an alarm if there is one', async () => {
  const { member } = await openNeighbourhood(house)
  await press(house, member, { test: 'on' })
  expect(await shownTo(member)).toEqual(['test: Testlarmet är ute'])
  await press(house, member)
  expect(await shownTo(member)).toEqual(['alarm: Larmet är ute', 'test: Testlarmet är ute'])
})

test('a walk home is going on until it is over, also on the alarm’s page', async () => {
  const [{ member }, other] = [await openNeighbourhood(house), await openNeighbourhood(house)]
  const onAlarmPage = async () => (await readSafetyPage(house, member.signedIn)).walk?.title
  expect(await onAlarmPage()).toBeUndefined()
  await setOff(member)
  const title = expect.stringMatching(/^Följ mig hem: hemma kl\.\s\d\d\.\d\d$/)
  expect(await onAlarmPage()).toEqual(title)
  expect(await readGoingOn(house, member.signedIn)).toMatchObject([{ kind: 'walk', title }])
  expect(await shownTo(other.member)).toEqual([])
  await endWalkWell(house.db, { memberId: member.signedIn.person.id }, 'home', house.clock.now())
  expect([await onAlarmPage(), await shownTo(member)]).toEqual([undefined, []])
})

test('with nothing going on there are two queries, which read no rows however many alarms there were', async () => {
  const { member } = await openNeighbourhood(house)
  const { person } = member.signedIn
  await sql`insert into safety_alarms (reported_by, key, postcode, message, status, called_at, created_at, closed_at)
    select ${person.id}::uuid, gen_random_uuid(), ${person.postcode}, 'x', 'resolved', now(), now(), now()
    from generate_series(1, 3000)`.execute(house.db)
  const ask = (db: Database) => readGoingOn({ db, clock: house.clock }, member.signedIn)
  const statements = await statementsOf(house, ask)
  // Sorted: both are sent at once, each on the connection that is ready first.
  expect(statements.map(({ name }) => name).toSorted()).toEqual(['own open alarms', 'own open walk'])
  for (const statement of statements) {
    for (const plan of [await explain(house, statement), await explainKept(house, statement)]) {
      expect(scansOf(plan).filter(({ rows }) => rows > 0)).toEqual([])
    }
  }
  await press(house, member)
  await workOff(house)
  const names = (await statementsOf(house, ask)).map(({ name }) => name).toSorted()
  expect(names).toEqual(['followed alarm', 'own open alarms', 'own open walk'])
})

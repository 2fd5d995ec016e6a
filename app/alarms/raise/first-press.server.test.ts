import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { alarmRow, type Neighbourhood, nameOne, openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { heardDuring, whatCameOf } from '../../../test/support/told/what-came-of'
import { raiseAlarm, raiseFor } from './raise-alarm.server'

/** Everything a first press writes: recipients, deadlines, and who the history names as the actor. */

const house = useHouse()
let street: Neighbourhood
const go = (seconds: number) => house.clock.forward({ minutes: seconds / 60 })
const memberId = () => street.member.signedIn.person.id

beforeEach(async () => {
  street = await openNeighbourhood(house)
  await nameOne(house, street.member, { name: 'Dottern' })
  await nameOne(house, street.member, { name: 'Systern', told: 'unanswered' })
  await nameOne(house, street.member, { name: 'Sonen', told: 'unanswered', toldOfTests: 'on' })
  go(0)
})

test('a first press calls partners and the circle told at once, arms the steps and notifies every process once', async () => {
  let alarmId = ''
  const heard = await heardDuring(house, async () => {
    alarmId = (await press(house, street.member, { hides: 'on', place: 'here' })).alarmId
  })
  const { postcode } = street
  expect(heard).toEqual([{ alarm: alarmId, postcode, test: false }])
  expect(await whatCameOf(house, alarmId)).toEqual({
    history: [
      ['raised', 'member', memberId()],
      ['hides', 'member', memberId()],
      ['called', 'system', { people: 1 }],
    ],
    messages: ['Ali Rahimi partner sms call 1', 'Dottern circle sms call 1'],
    steps: { 'call again': 60, ring: 30, widen: 120, 'tell member': 300 },
  })
  const now = house.clock.now()
  expect(await alarmRow(house.db, alarmId)).toMatchObject({
    ...{ status: 'new', origin: 'member', reported_by: memberId(), urgency: 1, rounds: 1, epoch: 1, is_test: false },
    ...{ place: 'here', is_hiding: true, called_at: now, created_at: now, widened_at: null, reopenings: 0 },
  })
  const turns = house.db.selectFrom('alarm_deliveries').select(['turn', 'due_at', 'attempts', 'is_test'])
  const sent = { due_at: now, attempts: 0, is_test: false }
  expect(await turns.where('alarm_id', '=', alarmId).orderBy('id').execute()).toEqual([
    { turn: 0, ...sent },
    { turn: 2, ...sent },
  ])
})

test('a test calls partners and the circle told of tests, and has only the step that ends it', async () => {
  const { alarmId, partners } = await press(house, street.member, { test: 'on' })
  expect(partners).toBe(1)
  expect(await whatCameOf(house, alarmId)).toEqual({
    history: [
      ['raised', 'member', memberId()],
      ['called', 'system', { people: 1 }],
    ],
    messages: ['Ali Rahimi partner sms call 1', 'Sonen circle sms call 1'],
    steps: { 'end test': 300 },
  })
  const marks = [
    await house.db.selectFrom('alarm_steps').select('is_test').where('alarm_id', '=', alarmId).execute(),
    await house.db.selectFrom('alarm_deliveries').select('is_test').where('alarm_id', '=', alarmId).execute(),
  ]
  expect(marks.flat().every(({ is_test }) => is_test)).toBe(true)
})

test('without partners the neighbours are called at once; an alarm raised by a walk has the system as its actor', async () => {
  const member = await joinAsMember(house, { postcode: newPostcode() })
  const nobody = await whatCameOf(house, (await press(house, member)).alarmId)
  expect(nobody.history.map(([kind, who]) => [kind, who])).toEqual([
    ['raised', 'member'],
    ['no_partners', 'system'],
  ])
  expect(nobody.steps).toMatchObject({ widen: 0, 'call again': 60 })
  const words = { key: randomUUID(), message: 'Följ mig hem', position: null, isTest: false, place: null }
  const person = { id: memberId(), postcode: street.postcode }
  const raised = await raiseFor(house, person, { ...words, isHiding: false }, 'walk')
  expect(raised).toMatchObject({ joined: false, partners: 1 })
  expect((await whatCameOf(house, raised.alarmId)).history).toEqual([
    ['raised', 'system', { why: 'walk' }],
    ['called', 'system', { people: 1 }],
  ])
  expect(await alarmRow(house.db, raised.alarmId)).toMatchObject({ origin: 'walk', reported_by: memberId() })
})

test('tests have a rate limit of three an hour for each person', async () => {
  const tried = (member = street.member) =>
    raiseAlarm(house, member.signedIn, { key: randomUUID(), message: 'Test', test: 'on' })
  for (let n = 0; n < 3; n++) {
    valueFrom(await tried())
    go(360)
    await workOff(house)
  }
  expect(refusalFrom(await tried()).title).toBe('Larmet är redan testat')
  valueFrom(await tried(await joinAsMember(house, { postcode: street.postcode })))
  go(3_600 - 3 * 360 - 0.001)
  refusalFrom(await tried())
  go(0.001)
  expect(valueFrom(await tried()).joined).toBe(false)
})

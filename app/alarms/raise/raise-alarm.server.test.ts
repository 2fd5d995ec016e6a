import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { memberStatuses } from '~/shared/role'
import {
  alarmRow,
  deliveriesOf,
  historyOf,
  openNeighbourhood,
  press,
  stepsOf,
  textsTo,
  workOff,
} from '../../../test/support/alarms'
import { newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../../test/support/people'
import { raiseAlarm } from './raise-alarm.server'
import { withWaiting } from './raise-words'

const house = useHouse()

test('a press creates the alarm, its messages, history and steps, and its SMS is sent with a link', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  const { alarmId, joined, partners } = await press(house, member, { message: '  Någon är i huset \r\n' })
  expect([joined, partners]).toEqual([false, 1])
  expect(await alarmRow(house.db, alarmId)).toMatchObject({
    postcode,
    message: 'Någon är i huset',
    status: 'new',
    is_test: false,
    reported_by: member.signedIn.person.id,
  })
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called'])
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 queued'])
  expect(await stepsOf(house.db, alarmId)).toEqual({
    ring: 'pending',
    'call again': 'pending',
    widen: 'pending',
    'tell member': 'pending',
  })

  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent'])
  expect(textsTo(house, phone)[0]).toMatch(/^LARM i 4\d\d \d\d.*Svara JA.*http:\/\/kvartera\.test\/larm\/[\w-]{26}$/)
})

test.each(['', '   ', '\n\t '])(
  'an empty message, %j, is refused in the words of the specification',
  async (message) => {
    const { member } = await openNeighbourhood(house)
    const refusal = refusalFrom(await raiseAlarm(house, member.signedIn, { key: randomUUID(), message }))
    expect(refusal).toMatchObject({ title: 'Meddelande saknas', fields: { message: 'Beskriv vad som hänt' } })
  },
)

test('a press is idempotent: eight concurrent sends with one key make one alarm', async () => {
  const { member } = await openNeighbourhood(house)
  const values = { key: randomUUID(), message: 'Hjälp' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => raiseAlarm(house, member.signedIn, values)))
  const ids = new Set(answers.map((answer) => valueFrom(answer).alarmId))
  expect(ids.size).toBe(1)
  const [id] = [...ids] as [string]
  expect((await alarmRow(house.db, id)).urgency).toBe(1)
  expect(await deliveriesOf(house.db, id)).toEqual(['sms call 1 queued'])
})

test('other words under the same idempotency key are a new press, and retries of either add nothing', async () => {
  const { member } = await openNeighbourhood(house)
  const send = async (message: string, key: string) =>
    valueFrom(await raiseAlarm(house, member.signedIn, { key, message })).alarmId
  const key = randomUUID()
  const first = await send('Någon är i trappan', key)
  // The member went back and changed the words in a form with the same key: a new press. Each is idempotent when
  // retried, however long it has waited.
  for (const message of ['Nu är han inne', 'Nu är han inne', withWaiting('Nu är han inne', 600)]) {
    expect(await send(message, key)).toBe(first)
  }
  expect(await send(withWaiting('Någon är i trappan', 600), key)).toBe(first)
  const updates = house.db.selectFrom('alarm_updates').select('message').where('alarm_id', '=', first)
  expect(await updates.execute()).toEqual([{ message: 'Nu är han inne' }])
  expect((await alarmRow(house.db, first)).urgency).toBe(2)

  await house.db.updateTable('safety_alarms').set({ status: 'resolved', closed_at: new Date() }).execute()
  const later = await send('Han är tillbaka', key)
  expect(later).not.toBe(first)
  expect((await alarmRow(house.db, later)).status).toBe('new')
})

test('presses on an open alarm join it, and a burst leads to one more call after the pause', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const first = await press(house, member)
  await workOff(house)
  for (const message of ['Skynda', 'Snälla', 'Han är här']) {
    expect(await press(house, member, { message })).toMatchObject({ alarmId: first.alarmId, joined: true })
  }
  await workOff(house)
  // Everyone was called a moment ago: the repeats are merged into one call after the pause.
  expect(textsTo(house, phone)).toHaveLength(1)
  house.clock.forward({ minutes: 21 / 60 })
  await workOff(house)
  expect(textsTo(house, phone)).toHaveLength(2)
  expect(await alarmRow(house.db, first.alarmId)).toMatchObject({ urgency: 4 })
  expect(await historyOf(house.db, first.alarmId)).toEqual([
    'raised',
    'called',
    'pressed',
    'pressed',
    'pressed',
    'called_again',
  ])
})

test('concurrent presses create one alarm and lose no message', async () => {
  const { member } = await openNeighbourhood(house)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => press(house, member, { message: `Hjälp ${n}` })),
  )
  const ids = new Set(answers.map(({ alarmId }) => alarmId))
  expect(ids.size).toBe(1)
  const [id] = [...ids] as [string]
  const updates = await house.db.selectFrom('alarm_updates').select('message').where('alarm_id', '=', id).execute()
  const row = await alarmRow(house.db, id)
  expect(new Set([row.message, ...updates.map(({ message }) => message)]).size).toBe(10)
  expect(row.urgency).toBe(10)
})

test('without partners the alarm is widened to neighbours and operators at once', async () => {
  const admin = await joinAsAdmin(house)
  const member = await joinAsMember(house, { postcode: newPostcode() })
  const { alarmId, partners } = await press(house, member)
  expect(partners).toBe(0)
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'no_partners'])
  await workOff(house)
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'no_partners', 'widened', 'nobody_callable'])
  const mails = await house.db
    .selectFrom('alarm_deliveries')
    .innerJoin('alarm_recipients', 'alarm_recipients.id', 'recipient_id')
    .select(['email', 'state', 'channel'])
    .where('alarm_deliveries.alarm_id', '=', alarmId)
    .execute()
  expect(mails).toContainEqual({ email: admin.email, state: 'sent', channel: 'mail' })
})

test('a long or malformed message, key or position never stops an alarm', async () => {
  const { member } = await openNeighbourhood(house)
  const message = `\u0000${'Hjälp 🆘 '.repeat(5_000)}\ud800`
  const { alarmId } = await press(house, member, { key: 'trasig', message, latitude: 'norr', longitude: '500' })
  expect((await alarmRow(house.db, alarmId)).message).toContain('Hjälp 🆘')
  const places = await house.db.selectFrom('alarm_positions').selectAll().where('alarm_id', '=', alarmId).execute()
  expect(places).toEqual([])
})

test('a position that is given is stored', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, { latitude: '59.27861', longitude: '18.00932', accuracy: '12.4' })
  const place = await house.db.selectFrom('alarm_positions').selectAll().where('alarm_id', '=', alarmId).execute()
  expect(place).toMatchObject([{ latitude: 59.27861, longitude: 18.00932, accuracy_m: 12 }])
})

test.each(memberStatuses)('an alarm is raised whatever the membership status: %s', async (status) => {
  const { member } = await openNeighbourhood(house)
  await house.db
    .updateTable('profiles')
    .set({ member_status: status })
    .where('id', '=', member.signedIn.person.id)
    .execute()
  expect((await press(house, member)).partners).toBe(1)
})

test('a company or an admin can raise an alarm too', async () => {
  const company = await joinAsCompany(house)
  const admin = await joinAsAdmin(house)
  for (const person of [company, admin]) expect((await press(house, person)).alarmId).toBeTruthy()
})

test('a test is separate from a real alarm, says TEST in its first word and ends by itself', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const tested = await press(house, member, { test: 'on', message: 'Bara ett test' })
  const real = await press(house, member)
  expect(real).toMatchObject({ joined: false })
  expect(real.alarmId).not.toBe(tested.alarmId)
  await workOff(house)
  const [real1, test1] = textsTo(house, phone).sort()
  expect(real1).toMatch(/^LARM/)
  expect(test1).toMatch(/^TEST, inget larm/)
  expect(await stepsOf(house.db, tested.alarmId)).toEqual({ 'end test': 'pending' })
  house.clock.forward({ minutes: 6 })
  await workOff(house)
  expect((await alarmRow(house.db, tested.alarmId)).status).toBe('cancelled')
})

test('tests have a rate limit and alarms have none; a retried test is not counted again', async () => {
  const { member } = await openNeighbourhood(house)
  const again = { key: randomUUID(), message: 'Test', test: 'on' }
  for (let n = 0; n < 3; n++) {
    await press(house, member, n === 2 ? again : { test: 'on' })
    house.clock.forward({ minutes: 6 })
    await workOff(house)
  }
  refusalFrom(await raiseAlarm(house, member.signedIn, { key: randomUUID(), message: 'Test', test: 'on' }))
  expect(valueFrom(await raiseAlarm(house, member.signedIn, again)).joined).toBe(true)
  expect((await press(house, member)).joined).toBe(false)
})

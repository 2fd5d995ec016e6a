import { expect, test } from 'vitest'
import { formatPostcode } from '~/postcodes/public'
import { notThere } from '~/shared/outcome'
import {
  addPartner,
  alarmRow,
  historyOf,
  type Neighbourhood,
  openNeighbourhood,
  press,
  textsTo,
  wordTo,
  workOff,
} from '../../../test/support/alarms'
import { newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { closeAlarm } from '../answer/close-alarm.server'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { readNewsOf } from '../history/alarm-news.server'
import { readSafetyPage } from '../member/read-safety-page.server'
import { readAdminAlarm } from '../operator/read-admin.server'
import { readPartnerPage } from '../partner/read-board.server'
import { lookAtHome } from './look-at-home.server'
import { readSetup } from './read-setup.server'
import { saveHome } from './save-setup.server'

const house = useHouse()

const home = {
  street: 'Blåklintsvägen',
  number: '12',
  floor: '3',
  doorName: 'Lindkvist',
  doorCode: '4711#',
  toKnow: 'Hör dåligt, hund',
}
// With its sign: four digits alone also turn up in drawn phone numbers and secrets.
const traces = /Blåklint|Lindkvist|4711#|dåligt/

async function atHome(values: Record<string, string> = { place: 'home' }) {
  const street = await openNeighbourhood(house)
  valueFrom(await saveHome(house, street.member.signedIn, home))
  const { alarmId } = await press(house, street.member, values)
  return { ...street, alarmId }
}

const shows = async ({ guard }: Pick<Neighbourhood, 'guard'>, alarmId: string) =>
  found(await readPartnerPage(house, guard, alarmId)).alarm.hasHome

test('whoever may act on an open alarm sees the home address on request, and each look is recorded in the history', async () => {
  const street = await atHome()
  const other = await addPartner(house, street.postcode)
  for (const each of [street, other]) {
    expect(await shows(each, street.alarmId)).toBe(true)
    expect(valueFrom(await lookAtHome(house, each.guard, street.alarmId))).toEqual(home)
  }
  valueFrom(await takeAlarm(house, street.guard, street.alarmId))
  valueFrom(await lookAtHome(house, street.guard, street.alarmId))
  const admin = await joinAsAdmin(house)
  const operator = { kind: 'operator' as const, personId: admin.signedIn.person.id }
  expect(found(await readAdminAlarm(house, admin.signedIn, street.alarmId)).alarm.hasHome).toBe(true)
  expect(valueFrom(await lookAtHome(house, operator, street.alarmId))).toEqual(home)
  expect((await historyOf(house.db, street.alarmId)).filter((kind) => kind === 'home_seen')).toHaveLength(4)
})

test('the home address is refused to others once the alarm is taken, and to everybody once it is over', async () => {
  const street = await atHome()
  const [other, stranger] = [await addPartner(house, street.postcode), await openNeighbourhood(house)]
  valueFrom(await takeAlarm(house, street.guard, street.alarmId))
  expect(refusalFrom(await lookAtHome(house, other.guard, street.alarmId)).message).toMatch(/Någon annan har larmet/)
  expect(await lookAtHome(house, stranger.guard, street.alarmId)).toEqual(notThere)
  const pretender = { kind: 'operator' as const, personId: stranger.member.signedIn.person.id }
  expect(await lookAtHome(house, pretender, street.alarmId)).toEqual(notThere)

  valueFrom(await closeAlarm(house, street.guard, street.alarmId, { outcome: 'resolved' }))
  const admin = await joinAsAdmin(house)
  const operator = { kind: 'operator' as const, personId: admin.signedIn.person.id }
  for (const actor of [street.guard, operator]) {
    expect(refusalFrom(await lookAtHome(house, actor, street.alarmId)).message).toBe('Larmet är över.')
  }
  expect(await shows(street, street.alarmId)).toBe(false)
  expect(await historyOf(house.db, street.alarmId)).not.toContain('home_seen')
})

test('a home from before the member changed postcode is shown with the postcode it was saved in, and missing on each page', async () => {
  const street = await openNeighbourhood(house)
  const member = await joinAsMember(house, { postcode: newPostcode() })
  const { id, postcode } = member.signedIn.person
  valueFrom(await saveHome(house, member.signedIn, home))
  await house.db.updateTable('profiles').set({ postcode: street.postcode }).where('id', '=', id).execute()
  const moved = await enter(house, member.cookies)
  expect(await readSetup(house, moved.signedIn)).toMatchObject({ missing: expect.arrayContaining(['home']), home })
  const { setup, missing } = await readSafetyPage(house, moved.signedIn)
  expect([setup.hasHome, missing]).toEqual([false, (await readSetup(house, moved.signedIn)).missing.length])
  const { alarmId } = await press(house, moved, { place: 'home' })
  expect(valueFrom(await lookAtHome(house, street.guard, alarmId))).toEqual({
    ...home,
    savedIn: formatPostcode(postcode),
  })

  valueFrom(await saveHome(house, moved.signedIn, { ...home, number: '14' }))
  expect((await readSetup(house, moved.signedIn)).missing).not.toContain('home')
  expect((await readSafetyPage(house, moved.signedIn)).setup.hasHome).toBe(true)
  expect(valueFrom(await lookAtHome(house, street.guard, alarmId))).toEqual({ ...home, number: '14' })
})

test.each([
  ['a member who needs help elsewhere', { place: 'elsewhere', elsewhere: 'Älvsjö station' }],
  ['a member who needs help where the phone is', { place: 'here' }],
  ['a member who sends a test', { place: 'home', test: 'on' }],
])('the home of %s is shown to nobody', async (_, values) => {
  const street = await atHome(values)
  expect(await shows(street, street.alarmId)).toBe(false)
  expect(valueFrom(await lookAtHome(house, street.guard, street.alarmId))).toBeNull()
  expect(await historyOf(house.db, street.alarmId)).not.toContain('home_seen')
})

test('a press without a place, as when sent offline, still shows the home address', async () => {
  const street = await atHome({})
  expect((await alarmRow(house.db, street.alarmId)).place).toBeNull()
  expect(await shows(street, street.alarmId)).toBe(true)
})

test('the home address is not in any message, stream, history or other table than its own', async () => {
  const street = await atHome()
  await workOff(house)
  const word = wordTo(house, street.phone)
  await replyBySms(house, { fromPhone: street.phone, text: `JA ${word}`, providerId: 'x' })
  await workOff(house)
  expect(textsTo(house, street.phone).at(-1)).toMatch(/Du har larmet.*Adress och portkod står på sidan/)
  valueFrom(await lookAtHome(house, street.guard, street.alarmId))
  const sights = ['own', 'admin', 'taker', 'partner', 'neighbour'] as const
  const stream = [...(await readNewsOf(house.db, street.alarmId, sights, house.clock.now())).values()]
  const kept = await Promise.all(
    (['alarm_deliveries', 'alarm_timeline', 'safety_alarms', 'outbox_messages', 'audit_log'] as const).map((table) =>
      house.db.selectFrom(table).selectAll().execute(),
    ),
  )
  const all = JSON.stringify([house.texted.sent, house.pushed.sent, stream, kept])
  expect(all).toContain('LARM i')
  expect(all).not.toMatch(traces)
})

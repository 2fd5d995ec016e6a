import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '~/platform/log.server'
import { type Listener, openListener } from '~/platform/realtime/listener.server'
import { deliveriesOf, historyOf, openNeighbourhood, press, textsTo, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { soon } from '../../../test/support/pace/soon'
import { replyBySms } from '../answer/reply-by-sms.server'
import { openAlarmFeed } from '../history/alarm-feed.server'
import { type Engine, startEngine } from './engine.server'

/** A poison message, alarm or word (one that fails on every try) must never block the others. */
const house = useHouse()
const running: { engine: Engine; listener: Listener }[] = []

function start() {
  const listener = openListener(house.pool, silentLog)
  const engine = startEngine(() => house, listener)
  running.push({ engine, listener })
  return listener
}

afterEach(async () => {
  await Promise.all(running.map(({ engine }) => engine.stop()))
  await Promise.all(running.splice(0).map(({ listener }) => listener.close()))
  await house.asOwner('drop function if exists refuse_poison() cascade')
})

/** Makes the database refuse rows that match `when`, as it refuses text that no column can hold. */
async function refuse(table: string, when: string) {
  await house.asOwner(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin raise exception 'poison' using errcode = '22P02'; end $$;
    create trigger poison before insert or update on ${table} for each row when (${when}) execute function refuse_poison()`)
}

test('a character at the SMS limit is kept whole or cut, and does not stop the message', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, { message: `${'a'.repeat(158)}😀 och mer än så` })
  await workOff(house)
  const yes = /JA \w\w/.exec(textsTo(house, phone)[0] ?? '')?.[0] ?? ''
  await replyBySms(house, { fromPhone: phone, text: yes, providerId: 'in-1' })
  start()
  const sent = async () => (await deliveriesOf(house.db, alarmId)).filter((each) => each.startsWith('sms details'))
  await vi.waitFor(async () => expect(await sent()).toEqual(['sms details 2 sent']), soon)
  expect(textsTo(house, phone).at(-1)).toMatch(/a{158}… /)
})

test('a message that cannot be stored as sent is settled without its text, and the others are settled as usual', async () => {
  const streets = await Promise.all(Array.from({ length: 12 }, () => openNeighbourhood(house)))
  const poisoned = streets[5]?.postcode ?? ''
  await refuse('alarm_deliveries', `new.words like '%${poisoned.slice(0, 3)} ${poisoned.slice(3)}%'`)
  const alarms = await Promise.all(streets.map(({ member }) => press(house, member)))
  start()
  for (const { alarmId } of alarms) {
    await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
  }
  const kept = await house.db
    .selectFrom('alarm_deliveries')
    .select('words')
    .where('alarm_id', '=', alarms[5]?.alarmId ?? '')
    .execute()
  expect(kept).toEqual([{ words: null }])
  for (const { phone } of streets) expect(textsTo(house, phone)).toHaveLength(1)
})

test('an alarm whose next step fails is set aside, and the others are carried out at once', async () => {
  const streets = await Promise.all(Array.from({ length: 9 }, () => openNeighbourhood(house)))
  const alarms = await Promise.all(streets.map(({ member }) => press(house, member)))
  const poisoned = alarms[4]?.alarmId ?? ''
  await refuse('alarm_timeline', `new.alarm_id = '${poisoned}' and new.kind = 'called_again'`)
  house.clock.forward({ minutes: 61 / 60 })
  start()
  for (const { alarmId } of alarms.filter((each) => each.alarmId !== poisoned)) {
    await vi.waitFor(async () => expect(await historyOf(house.db, alarmId)).toContain('called_again'), soon)
  }
  expect(await historyOf(house.db, poisoned)).toEqual(['raised', 'called'])
})

test('a malformed notification stops neither the engine nor the live stream of an open page', async () => {
  const { member } = await openNeighbourhood(house)
  const feed = openAlarmFeed(house.db, start(), house.clock, house.log)
  const [frames, close]: [string[], () => void] = [[], vi.fn()]
  const write = (frame: Uint8Array) => frames.push(new TextDecoder().decode(frame)) > 0
  feed.open({ viewer: { kind: 'session', id: member.signedIn.sessionId }, write, close })
  for (const word of ['', 'x', '{}', 'null', '{"alarm":"x"}', '[1]']) {
    await sql`select pg_notify('alarms', ${word})`.execute(house.db)
  }
  const { alarmId } = await press(house, member)
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
  await vi.waitFor(() => expect(frames.join('')).toContain(`"id":"${alarmId}"`), soon)
  expect(close).not.toHaveBeenCalled()
  feed.close()
})

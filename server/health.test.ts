import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditOnce } from '~/alarms/auditor.server'
import { beat } from '~/alarms/step-store.server'
import { openNeighbourhood, press, workOff } from '../test/support/alarms'
import { useHouse } from '../test/support/house'
import { serveOnLoopback } from '../test/support/serve'
import { healthRoutes } from './health'

const house = useHouse()
let door: Awaited<ReturnType<typeof serveOnLoopback>>

beforeAll(async () => {
  door = await serveOnLoopback(healthRoutes(house), '/halsa')
})
afterAll(() => door.close())
afterEach(async () => {
  for (const table of ['alarm_steps', 'alarm_deliveries', 'alarm_incidents', 'alarm_pulse'] as const) {
    await house.db.deleteFrom(table).execute()
  }
  const over = { status: 'cancelled', closed_at: new Date(), counted: true }
  await house.db.updateTable('safety_alarms').set(over).where('closed_at', 'is', null).execute()
})

/** As whoever watches from outside asks: without a login. */
async function ask() {
  const answer = await fetch(`${door.origin}/halsa/larm`)
  return { status: answer.status, body: (await answer.json()) as unknown }
}

const engineBeats = () => beat(house.db, house.clock, 5)

test('an engine that beats, an auditor that looks and nothing late is well', async () => {
  await engineBeats()
  await auditOnce(house)
  expect(await ask()).toEqual({ status: 200, body: { engine: 'ok', auditor: 'ok', incidents: 0 } })
})

test('a step that is late is not well, until it is done', async () => {
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  await workOff(house)
  house.clock.forward({ minutes: 70 / 60 })
  await engineBeats()
  await auditOnce(house)
  expect(await ask()).toEqual({ status: 503, body: { engine: 'ok', auditor: 'ok', incidents: 1 } })
  await workOff(house)
  await auditOnce(house)
  expect((await ask()).status).toBe(200)
})

test('an engine that has stopped is not well, although the auditor has not said so yet', async () => {
  await engineBeats()
  await auditOnce(house)
  house.clock.forward({ minutes: 11 / 60 })
  expect(await ask()).toEqual({ status: 503, body: { engine: 'silent', auditor: 'silent', incidents: 0 } })
  await auditOnce(house)
  expect(await ask()).toEqual({ status: 503, body: { engine: 'silent', auditor: 'ok', incidents: 1 } })
})

test('one that has never run is not well', async () => {
  expect(await ask()).toMatchObject({ status: 503, body: { engine: 'silent', auditor: 'silent' } })
})

test('nothing of an alarm is told: no words, no place, no name, no number', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, { message: 'Någon är i huset', latitude: '59.27861' })
  house.clock.forward({ minutes: 10 })
  await auditOnce(house)
  const { body } = await ask()
  expect(Object.keys(body as object).sort()).toEqual(['auditor', 'engine', 'incidents'])
  const said = JSON.stringify(body)
  for (const secret of [alarmId, postcode, phone, 'huset', '59.2', 'Eva']) expect(said).not.toContain(secret)
})

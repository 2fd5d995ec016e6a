import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { closeAlarm } from '../answer/close-alarm.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { recordDeliveryReport } from '../engine/send/record-delivery-report.server'
import { saySafe } from '../raise/say-safe.server'
import { countClosedAlarms } from '../watch/figure-store.server'
import { openIncidents } from '../watch/incident-store.server'
import { singCanaries } from '../watch/sing-canaries.server'
import { countPublicFigures } from './count-public-figures.server'
import { keepStatus, readStatus } from './keep-status.server'
import { readResponses } from './read-responses.server'

const house = useHouse()

const seconds = (count: number) => house.clock.forward({ minutes: count / 60 })

async function openArea(postcode: string) {
  const row = { code: postcode, name: 'Provkvarteret', state: 'open' as const }
  await house.db
    .insertInto('postcodes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

test('public figures count each closed alarm once, with slips and tests apart', async () => {
  const { member, guard, postcode } = await openNeighbourhood(house)
  await openArea(postcode)
  for (const wait of [10, 20, 30, 40, 50]) {
    const { alarmId } = await press(house, member)
    seconds(wait)
    await takeAlarm(house, guard, alarmId)
    await closeAlarm(house, guard, alarmId, { outcome: 'resolved' })
  }
  await press(house, member, { test: 'on' })
  seconds(301)
  await workOff(house)
  const slip = await press(house, member)
  seconds(5)
  await saySafe(house, member.signedIn, slip.alarmId)
  house.clock.forward({ minutes: 11 })
  await Promise.all([countClosedAlarms(house), countClosedAlarms(house)])

  expect(await readResponses(house, postcode)).toMatchObject({ counted: null })
  await countPublicFigures(house)
  await countPublicFigures(house)
  const page = await readResponses(house, postcode)
  expect(page).toMatchObject({
    name: 'Provkvarteret',
    counted: {
      figures: {
        alarms: 5,
        slips: 1,
        taken: { known: 5, of: 5, median: { kind: 'seconds', seconds: 30 }, nineOfTen: { kind: 'few' } },
        onSite: { known: 0, of: 5, median: { kind: 'few' } },
        tests: { sent: 1, answered: 0 },
      },
    },
  })
})

test('a postcode that is not open has no page', async () => {
  expect(await readResponses(house, '12533')).toMatchObject({ end: 'not there' })
})

test('a canary’s delivery is counted by channel and shown on the status page', async () => {
  vi.setSystemTime('2026-11-18T10:00:00Z')
  const { postcode, guardId } = await openNeighbourhood(house)
  await openArea(postcode)
  const onDuty = { on_duty_since: new Date('2026-11-18T09:00:00Z'), on_duty_until: new Date('2026-11-18T20:00:00Z') }
  await house.db.updateTable('guards').set(onDuty).where('id', '=', guardId).execute()
  await singCanaries(house)
  await workOff(house)
  const { id, provider_id, attempts } = await house.db
    .selectFrom('alarm_deliveries')
    .select(['id', 'provider_id', 'attempts'])
    .where('channel', '=', 'sms')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const report = { providerId: provider_id ?? '', reference: id, attempt: attempts, state: 'delivered' as const }
  expect(await recordDeliveryReport(house, report)).toBe(true)
  seconds(301)
  await workOff(house)
  await countClosedAlarms(house)
  const { canaries } = await readStatus(house)
  const sms = canaries.find(({ channel }) => channel === 'sms')
  expect(sms?.last?.delivered).toBeGreaterThan(0)
  expect(canaries.find(({ channel }) => channel === 'push')?.last).toBeNull()
})

test('no day is recorded before the engine has run, and a silent engine counts as a disturbance', async () => {
  const now = house.clock.now()
  const beat = (at: Date) =>
    house.db
      .insertInto('alarm_pulse')
      .values([
        { part: 'engine', at },
        { part: 'auditor', at },
      ])
      .onConflict((conflict) => conflict.column('part').doUpdateSet({ at }))
      .execute()
  const days = () => house.db.selectFrom('service_days').select(['checks', 'well']).execute()
  await house.db.deleteFrom('alarm_pulse').execute()
  await keepStatus(house)
  expect(await days()).toEqual([])
  expect((await readStatus(house)).isWell).toBe(false)
  await beat(now)
  await keepStatus(house)
  house.clock.forward({ minutes: 5 })
  await keepStatus(house)
  expect(await days()).toEqual([{ checks: 2, well: 1 }])
  await house.db.deleteFrom('service_days').execute()
  await house.db.deleteFrom('alarm_pulse').execute()
})

test('the status page and feed are written as files, and each check interval counts once', async () => {
  const above = mkdtempSync(join(tmpdir(), 'kvartera-status-'))
  // The folder does not exist yet.
  const folder = join(above, 'status')
  const outside = { ...house, config: { ...house.config, statusFolder: folder } }
  await openIncidents(
    house.db,
    [{ alarmId: null, kind: 'engine silent' as const, subject: 'engine' }],
    house.clock.now(),
  )
  await keepStatus(outside)
  await keepStatus(outside)
  expect(readdirSync(folder).sort()).toEqual(['status.atom', 'status.html'])
  expect(readFileSync(join(folder, 'status.html'), 'utf8')).toContain('Larmmotorn svarade inte')
  expect(readFileSync(join(folder, 'status.atom'), 'utf8')).toContain('(pågår)')
  const days = await house.db.selectFrom('service_days').selectAll().execute()
  expect(days.map(({ checks, well }) => [checks, well])).toEqual([[1, 0]])
  rmSync(above, { recursive: true })
})

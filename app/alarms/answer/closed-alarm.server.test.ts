import { expect, test } from 'vitest'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { letBeCalled } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import type { Partner } from '../alarm'
import { linkToken } from '../engine/links/link-token.server'
import { readNewsOf } from '../history/alarm-news.server'
import { readAlarmOf } from '../history/alarm-view-store.server'
import { readAdminAlarm } from '../operator/read-admin.server'
import { readCompanyBoard, readLinkedAlarm, readPartnerPage } from '../partner/read-board.server'
import { addNote } from './add-note.server'
import { closeAlarm } from './close-alarm.server'
import { takeAlarm } from './take-alarm.server'

const house = useHouse()
/** What must be gone a day after the end: the person, their number, and the words of both sides. */
const traces = /Eva|70123|blåklint|hunden/

async function closeOne() {
  const street = await openNeighbourhood(house)
  const owner = await joinAsCompany(house, { postcode: street.postcode, companyName: 'Ägarens Vakt AB' })
  const { id: companyId } = await companyOf(house, owner)
  await letBeCalled(house, companyId)
  const actor: Partner = { kind: 'partner', companyId, guardId: null, via: 'page' }
  const { alarmId } = await press(house, street.member, {
    message: 'Hjälp, blåklint',
    latitude: '59.2',
    longitude: '18',
  })
  await workOff(house)
  valueFrom(await takeAlarm(house, actor, alarmId))
  valueFrom(await addNote(house, actor, alarmId, { message: 'Tog hand om hunden' }))
  valueFrom(await closeAlarm(house, actor, alarmId, { outcome: 'resolved' }))
  const { id } = await house.db
    .selectFrom('alarm_recipients')
    .select('id')
    .where('alarm_id', '=', alarmId)
    .where('guard_id', '=', street.guardId)
    .executeTakeFirstOrThrow()
  return { street, owner, actor, alarmId, token: linkToken(house.keys, id) }
}

/** Every way a company or a guard can read an alarm: list, both pages, personal link, live stream. */
async function everySight({ street, owner, actor, alarmId, token }: Awaited<ReturnType<typeof closeOne>>) {
  const news = await readNewsOf(house.db, alarmId, ['taker', 'partner', 'neighbour'], house.clock.now())
  return {
    list: (await readCompanyBoard(house, owner.signedIn)).alarms,
    taker: found(await readPartnerPage(house, actor, alarmId)).alarm,
    guard: found(await readPartnerPage(house, street.guard, alarmId)).alarm,
    link: (await readLinkedAlarm(house, token))?.alarm ?? null,
    stream: [...news.values()].map((words) => JSON.parse(words)),
  }
}

test('those who were called see a closed alarm in full for a day, then only where, when and how it ended', async () => {
  const closed = await closeOne()
  const during = await everySight(closed)
  expect(during.taker).toMatchObject({ reporterName: 'Eva Lind', message: 'Hjälp, blåklint', isBare: false })
  expect(during.guard).toMatchObject({ reporterName: 'Eva', reporterPhone: null })
  expect([during.list.length, during.link === null]).toEqual([1, false])

  house.clock.forward({ hours: 23, minutes: 59 })
  expect((await everySight(closed)).taker).toMatchObject({ isBare: false })
  house.clock.forward({ minutes: 1 })
  const after = await everySight(closed)
  expect(JSON.stringify(after)).not.toMatch(traces)
  expect([after.list, after.link]).toEqual([[], null])
  for (const alarm of [after.taker, after.guard]) {
    expect(alarm).toMatchObject({
      ...{ id: closed.alarmId, postcode: closed.street.postcode, state: 'resolved', isBare: true, updates: [] },
      ...{ takenAt: expect.any(Date), closedAt: expect.any(Date), hasPosition: false },
    })
  }
  expect(after.stream).toHaveLength(3)
})

test('the member and administrators still see the whole closed alarm; a company’s data export never contains it', async () => {
  const closed = await closeOne()
  house.clock.forward({ days: 2 })
  const own = await readAlarmOf(house.db, closed.street.member.signedIn.person.id, closed.alarmId, house.clock.now())
  expect(JSON.stringify(own)).toContain('blåklint')
  const admin = await joinAsAdmin(house)
  expect(JSON.stringify(found(await readAdminAlarm(house, admin.signedIn, closed.alarmId)))).toContain('Eva Lind')
  const justConfirmed = { ...closed.owner.signedIn, confirmedAt: house.clock.now() }
  expect(JSON.stringify(found(await exportAccount(house, justConfirmed)))).not.toMatch(traces)
})

import { expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { addPartner, openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { statementsOf } from '../../../test/support/crowds/plans'
import { employGuard } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import { readSafetyPage } from '../member/read-safety-page.server'
import { readWholeAlarm } from '../operator/admin-view-store.server'
import { readPartnerPage } from '../partner/read-board.server'
import { readAlarmOf, readFollowedAlarm, readFollowedAlarms } from './alarm-view-store.server'

/**
 * No N+1: a page of an alarm makes as many queries for thirty recipients as for one; 'Skickat till' and 'Framme hos'
 * are counted within its one query.
 */
const house = useHouse()

async function alarmFor(guards: number) {
  const area = await openNeighbourhood(house)
  for (let n = 1; n < guards; n++) await employGuard(house, area.companyId)
  await addPartner(house, area.postcode)
  const { alarmId } = await press(house, area.member)
  await workOff(house)
  const pages: Record<string, (db: Database) => Promise<unknown>> = {
    'the member’s own page': (db) => readSafetyPage({ ...house, db }, area.member.signedIn),
    'the member’s list': (db) => readFollowedAlarms(db, area.member.signedIn.person.id, new Date(0), house.clock.now()),
    'one of the list': (db) => readAlarmOf(db, area.member.signedIn.person.id, alarmId, house.clock.now()),
    'what open pages are told': (db) => readFollowedAlarm(db, alarmId, house.clock.now()),
    'a guard’s page': (db) => readPartnerPage({ ...house, db }, area.guard, alarmId),
    'the administrators’ page': (db) => readWholeAlarm(db, alarmId),
  }
  const counted = await Promise.all(
    Object.entries(pages).map(async ([page, ask]) => [page, (await statementsOf(house, ask)).length] as const),
  )
  return { alarmId, counted: Object.fromEntries(counted) }
}

test('pages of an alarm make as many queries for thirty recipients as for one', async () => {
  await joinAsAdmin(house)
  const [few, many] = [await alarmFor(1), await alarmFor(30)]
  expect(await readFollowedAlarm(house.db, few.alarmId, house.clock.now())).toMatchObject({ recipients: 2, sentTo: 2 })
  expect(await readFollowedAlarm(house.db, many.alarmId, house.clock.now())).toMatchObject({
    recipients: 31,
    sentTo: 31,
    reached: 0,
  })
  expect(many.counted).toEqual(few.counted)
  expect(few.counted).toMatchObject({ 'the member’s list': 1, 'one of the list': 1, 'what open pages are told': 1 })
})

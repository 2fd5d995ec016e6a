import { expect, test } from 'vitest'
import { addPartner, openNeighbourhood, press } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { joinAsAdmin } from '../../../../test/support/people'
import { arrive, handBack } from '../../engine/follow-up.server'
import { readAlarmForPartner, readFollowedAlarm } from '../../history/alarm-view-store.server'
import { exportAlarms } from '../../history/export-alarms.server'
import { readAlarmLine, readWholeAlarm } from '../../operator/admin-view-store.server'
import { saySafe } from '../../raise/say-safe.server'
import { takeAlarm } from '../take-alarm.server'

const house = useHouse()
const minute = () => house.clock.forward({ minutes: 1 })

test('after the end everybody reads who handed the alarm back and how far they had come', async () => {
  const { member, guard, companyId, postcode } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  const { alarmId } = await press(house, member)
  const times: Date[] = []
  for (const deed of [takeAlarm, arrive, handBack]) {
    minute()
    times.push(house.clock.now())
    await deed(house, guard, alarmId)
  }
  // While the alarm is open, only the member reads who had it and that everybody is called again.
  expect(await readFollowedAlarm(house.db, alarmId, house.clock.now())).toMatchObject({
    state: 'new',
    formerTakers: [{ name: 'Vakt AB (Ali)', handedBack: true }],
  })
  const open = await readAlarmForPartner(house.db, guard, alarmId, house.clock.now())
  expect([open?.nobodyHadIt, (await readAlarmLine(house.db, alarmId))?.formerTakers]).toEqual([null, []])
  minute()
  await saySafe(house, member.signedIn, alarmId)
  const [takenAt, onSiteAt, lostAt] = times
  const ali = { name: 'Vakt AB (Ali)', takenAt, setOutAt: null, onSiteAt, lostAt, handedBack: true }
  const partners = [guard, { companyId, guardId: null }, other.guard]
  const words = 'Vakt AB (Ali) var på plats och lämnade tillbaka larmet kl. '
  for (const partner of partners) {
    const seen = await readAlarmForPartner(house.db, partner, alarmId, house.clock.now())
    expect(seen).toMatchObject({ takerName: null, nobodyHadIt: expect.stringContaining(words) })
  }
  const whole = [readFollowedAlarm, readWholeAlarm, readAlarmLine].map((read) =>
    read(house.db, alarmId, house.clock.now()),
  )
  for (const alarm of await Promise.all(whole)) {
    expect(alarm).toMatchObject({ takerName: null, takenAt: null, formerTakers: [ali] })
  }
  const [exported] = await exportAlarms(house.db, member.signedIn.person.id)
  expect(exported?.hadeDetFöre).toEqual([
    { togsAv: 'Vakt AB (Ali)', togs: takenAt, påPlats: onSiteAt, lämnadesTillbaka: lostAt },
  ])
})

test('an alarm handed back after the member said they are safe ends and keeps its taker', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  minute()
  await takeAlarm(house, guard, alarmId)
  await saySafe(house, member.signedIn, alarmId)
  minute()
  await handBack(house, guard, alarmId)
  expect(await readAlarmLine(house.db, alarmId)).toMatchObject({ takerName: 'Vakt AB (Ali)', formerTakers: [] })
})

test('a former taker is named ‘Jouren’ if an operator, and by the company alone if a company’s own system', async () => {
  const admin = { kind: 'operator' as const, personId: (await joinAsAdmin(house)).signedIn.person.id }
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  for (const actor of [admin, { ...guard, key: { name: 'Larmcentral', mark: 'kv_1' }, guardId: null }]) {
    minute()
    await takeAlarm(house, actor, alarmId)
    minute()
    await handBack(house, admin, alarmId)
  }
  await saySafe(house, member.signedIn, alarmId)
  expect((await readAlarmLine(house.db, alarmId))?.formerTakers).toMatchObject([
    { name: 'Jouren', handedBack: true },
    { name: 'Vakt AB', handedBack: false },
  ])
})

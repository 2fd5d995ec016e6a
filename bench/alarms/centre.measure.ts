import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Receiver } from '~/platform/dc09/centre.server'
import { openDc09 } from '~/platform/dc09/tcp-centre.server'
import { nameCentre } from '../../test/faults/storm/centres'
import { nameOwnSystems } from '../../test/faults/storm/own-systems'
import type { Place } from '../../test/faults/storm/place'
import { type CentreReceiver, startCentre } from '../../test/support/counterparts/centre-receiver'
import { moment, report, small, spread } from './figures'
import { firstRequests, openWarm, press, untilSent, warm } from './pressing'

/**
 * From a press to the ACK of an alarm receiving centre, against the bare protocol on the same loopback in the same run.
 */

const betweenMs = 150

async function open(members: number, hasCentre: boolean, toldElsewhere = false) {
  const opened = await openWarm({ members, toldElsewhere })
  const { world } = opened.place
  const centre = hasCentre ? await nameCentre(world) : null
  if (centre) onTestFinished(() => centre.close())
  if (toldElsewhere) await nameOwnSystems(world)
  await warm(opened)
  return { ...opened, centre }
}

async function pressAll({ home, fresh }: Awaited<ReturnType<typeof open>>, each?: () => Promise<void>) {
  const pressed = new Map<string, number>()
  for (const member of fresh) {
    await each?.()
    const at = moment()
    pressed.set(await press(home, member), at)
    await pause(betweenMs)
  }
  await pause(1_000)
  return pressed
}

const sinceEach = (pressed: Map<string, number>, then: Map<string, number>) =>
  [...pressed].map(([key, at]) => (then.get(key) ?? Number.NaN) - at)

/** When the centre sent its ACK, by its own clock, which the presses use too. */
async function acknowledged({ world }: Place, { heard }: CentreReceiver): Promise<Map<string, number>> {
  const { rows } = await world.pool.query<{ key: string; name: string }>(
    `select safety_alarms.key, account || ' ' || number as name from centre_signals
     join alarm_centres using (company_id) join safety_alarms on safety_alarms.id = subject where outcome = 'arrived'`,
  )
  const at = new Map(heard.map(({ account, number, heardAt }) => [`${account} ${Number(number)}`, heardAt]))
  return new Map(rows.map(({ key, name }) => [key, at.get(name) ?? Number.NaN]))
}

test('press to the ACK of a centre, and the bare protocol between', async () => {
  const opened = await open(small ? 60 : 300, true)
  const own = await startCentre()
  onTestFinished(() => own.close())
  const sender = openDc09(['127.0.0.1'])
  const station = { account: '1234', receiver: '0', line: '0', format: 'SIA-DCS' as const, key: null }
  const to: Receiver = { ...station, host: '127.0.0.1', port: own.port, skewMs: 0 }
  const bare: number[] = []
  let number = 1
  const pressed = await pressAll(opened, async () => {
    const began = moment()
    const signal = {
      kind: 'panic' as const,
      zone: 1,
      happenedAt: new Date(),
      site: '12540',
      position: null,
      link: null,
    }
    const told = await sender.tell(to, signal, number++)
    expect(told.kind).toBe('delivered')
    bare.push(moment() - began)
  })
  await untilSent(opened.place)
  if (!opened.centre) throw new Error('There is no centre')
  const ours = sinceEach(pressed, await acknowledged(opened.place, opened.centre))
  expect(ours.every((ms) => ms > 0)).toBe(true)
  report({ what: 'press to the ACK of a centre, idle (ms)', ...spread(ours), aim: '' })
  report({ what: 'the bare protocol on loopback, same run (ms)', ...spread(bare), aim: '' })
})

test('an alarm by SMS, beside a centre that hangs and own systems that answer 500, and without any', async () => {
  const times = small ? 60 : 300
  const without = await open(times, false)
  const beside = await open(times, true, true)
  if (beside.centre) beside.centre.mood = 'silent'
  if (beside.place.systems) beside.place.systems.status = 500
  // Interleaved, so that other load on the machine affects both.
  const [one, other] = await Promise.all([pressAll(without), pause(betweenMs / 2).then(() => pressAll(beside))])
  const alone = sinceEach(one, await firstRequests(without.place))
  const hanging = sinceEach(other, await firstRequests(beside.place))
  expect([...alone, ...hanging].every((ms) => ms > 0)).toBe(true)
  report({ what: 'press to the SMS provider, neither (ms)', ...spread(alone), aim: '' })
  expect(beside.place.systems?.asked).toBeGreaterThan(times)
  const what = 'press to the SMS provider, beside a centre that hangs and webhooks answered 500 (ms)'
  report({ what, ...spread(hanging), aim: 'the same' })
})

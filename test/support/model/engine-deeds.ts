import { randomUUID } from 'node:crypto'
import { closeAlarm } from '~/alarms/answer/close-alarm.server'
import { replyWords } from '~/alarms/answer/reply'
import { replyBySms } from '~/alarms/answer/reply-by-sms.server'
import { takeAlarm } from '~/alarms/answer/take-alarm.server'
import { carryOutSteps } from '~/alarms/engine/carry-out-steps.server'
import { arrive, handBack } from '~/alarms/engine/follow-up.server'
import { recordDeliveryReport } from '~/alarms/engine/send/record-delivery-report.server'
import { beat } from '~/alarms/engine/step-store.server'
import { readLastPress } from '~/alarms/history/alarm-store.server'
import { raiseAlarm } from '~/alarms/raise/raise-alarm.server'
import { saySafe } from '~/alarms/raise/say-safe.server'
import { comesToo } from '~/alarms/together/come-too.server'
import { takeOver } from '~/alarms/together/take-over.server'
import { beginDuty, endDuty } from '~/guards/guard-store.server'
import { judgeAnswer } from './engine-invariants'
import type { Carries, Deed } from './engine-model'
import {
  around,
  audit,
  beSilent,
  claim,
  type Engine,
  engineOf,
  lose,
  passBy,
  portsOf,
  send,
  servedBy,
  settle,
  type World,
  wait,
  work,
} from './engine-world'

/**
 * Carries out the deeds of a story: what people do on pages and by SMS, what the provider reports afterwards, and what
 * happens to engines.
 */

async function press(world: World, { by, again, at }: Extract<Deed, { do: 'press' }>) {
  const last = world.presses.findLast((each) => each.by === by)
  const key = again && last ? last.key : randomUUID()
  const { ports, taken } = servedBy(world, at === null ? null : world.engines[at])
  const raised = await raiseAlarm(ports, world.cast.members[by], { key, message: 'Någon är i huset' })
  if (!raised.ok) throw new Error('an alarm was refused')
  await taken()
  const { alarmId } = raised.value
  if (!world.alarmIds.includes(alarmId)) world.alarmIds.push(alarmId)
  if (key !== last?.key) world.presses.push({ alarmId, by, key, at: world.now })
}

/** Every reply word that a phone was sent, oldest first, also of alarms that ended long ago. */
const wordsTold = ({ texts }: World, phone: string) =>
  texts.filter(({ to }) => to === phone).flatMap(({ text }) => /(?:JA|FRAMME|OCKSÅ) (\w\w) /.exec(text)?.[1] ?? [])

function wordOf(world: World, phone: string, carries: Carries): string {
  const [own, all] = [wordsTold(world, phone), world.cast.phones.flatMap((each) => wordsTold(world, each))]
  switch (carries.word) {
    case 'own':
      return around(own.toReversed(), carries.which) ?? ''
    case 'another phone’s':
      return around(all, carries.which) ?? ''
    case 'wrong':
      return replyWords.find((word) => !all.includes(word)) ?? ''
    case 'none':
      return ''
  }
}

async function reply(world: World, { phone: nth, says, carries }: Extract<Deed, { do: 'reply' }>) {
  const phone = world.cast.phones[nth] ?? ''
  const text = `${says} ${wordOf(world, phone, carries)}`
  const answered = await replyBySms(portsOf(world), { fromPhone: phone, text, providerId: randomUUID() })
  await judgeAnswer(world, phone, answered)
}

type Follows = 'take' | 'take over' | 'come too' | 'arrive' | 'hand back' | 'close'

async function follow(world: World, deed: Follows, who: number, which: number) {
  const ports = portsOf(world)
  const alarmId = around(world.alarmIds.toReversed(), which)
  const actor = world.cast.guards[who] ?? { kind: 'operator' as const, personId: world.cast.operator }
  if (!alarmId) return
  const does = {
    take: takeAlarm,
    'take over': takeOver,
    'come too': comesToo,
    arrive,
    'hand back': handBack,
    async close(...[house, taker, id]: Parameters<typeof takeAlarm>) {
      const seen = await readLastPress(world.house.db, id)
      return closeAlarm(house, taker, id, { outcome: 'resolved', press: seen?.id ?? '' })
    },
  }
  // Acting on somebody else's alarm has no effect; that is not a fault of the product.
  await does[deed](ports, actor, alarmId)
}

async function report(world: World, which: number, state: 'delivered' | 'failed') {
  const text = around(world.texts.toReversed(), which)
  if (!text) return
  const { providerId, deliveryIds, attempt } = text
  // When several messages went out as one SMS, the report names the delivery whose id the provider was given.
  const reference = deliveryIds.find((id) => providerId.includes(id)) ?? null
  await recordDeliveryReport(portsOf(world), { providerId, reference, attempt, state, reason: state })
}

/** A test alarm may be refused by the rate limit; that is not a fault. */
async function pressTest(world: World, by: 0 | 1) {
  const values = { key: randomUUID(), message: 'Prov', test: 'on' }
  const raised = await raiseAlarm(portsOf(world), world.cast.members[by], values)
  if (raised.ok && !world.alarmIds.includes(raised.value.alarmId)) world.alarmIds.push(raised.value.alarmId)
}

async function safe(world: World, by: 0 | 1) {
  const last = world.presses.findLast((each) => each.by === by)
  if (last) await saySafe(portsOf(world), world.cast.members[by], last.alarmId)
}

async function duty(world: World, who: number, isOn: boolean) {
  const { guardId } = around(world.cast.guards, who) ?? {}
  if (!guardId) return
  const now = new Date(world.now)
  if (isOn) await beginDuty(world.house.db, guardId, new Date(world.now + 8 * 3_600_000), now)
  else await endDuty(world.house.db, guardId)
}

/** Carries out one deed. */
export async function happen(world: World, deed: Deed): Promise<void> {
  if (deed.do === 'press') return press(world, deed)
  if (deed.do === 'wait') return wait(world, deed.seconds)
  if (deed.do === 'silence') return beSilent(world, deed.seconds)
  if (deed.do === 'provider') {
    world.provider = deed.takes
    return
  }
  if (deed.do === 'audit') return void (await audit(world))
  if (deed.do === 'duty') return duty(world, deed.who, deed.isOn)
  if (deed.do === 'reply') return reply(world, deed)
  if (deed.do === 'report') return report(world, deed.which, deed.state)
  if (deed.do === 'test') return pressTest(world, deed.by)
  if (deed.do === 'safe') return safe(world, deed.by)
  if ('who' in deed) return follow(world, deed.do, deed.who, deed.which)
  return happenToEngine(world, world.engines[deed.engine], deed)
}

async function happenToEngine(world: World, engine: Engine, deed: Extract<Deed, { engine: 0 | 1 }>) {
  if (deed.do === 'die') {
    lose(world, engine)
    Object.assign(engine, { flights: [], isStopped: false })
    return
  }
  if (deed.do === 'go on') {
    engine.isStopped = false
    return
  }
  if (engine.isStopped) return
  if (deed.do === 'stop') {
    lose(world, engine)
    engine.isStopped = true
  } else if (deed.do === 'claim') await claim(world, engine, deed.lane, deed.room)
  else if (deed.do === 'work') await work(world, engine, deed.lane)
  else if (deed.do === 'pass by') await passBy(world, engine, deed.held)
  else if (deed.do === 'steps') {
    await beat(world.house.db, engineOf(world, engine).clock, 5)
    await carryOutSteps(engineOf(world, engine), deed.lane === 'test', 25)
  } else if (deed.do === 'send') {
    const flight = around(
      engine.flights.filter(({ settled }) => !settled),
      deed.which,
    )
    if (flight) await send(world, engine, flight, deed.how)
  } else {
    const flight = around(
      engine.flights.filter(({ settled }) => settled),
      deed.which,
    )
    if (flight) await settle(world, engine, flight)
  }
}

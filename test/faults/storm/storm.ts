import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { longestWait, pauseBefore } from '~/alarms/offline/send-kept'
import type { ElksServer, TakenSms } from '../../support/counterparts/elks-server'
import { type Asked, openPhones } from './phones'
import { guardsAnswer, type Member, secrets, type World } from './world'

/** A steady stream of alarms by members who retry until answered, and guards who answer; everything is recorded. */

export type Press = {
  key: string
  member: Member
  pressedAt: number
  answeredAt: number | null
  tries: number
  longestTryMs: number
}
export type ClockMove = { at: number; offsetMs: number }
export type Storm = {
  presses: Press[]
  /** Times of all faults, which limit how often messages may be duplicated. */
  faults: number[]
  /** Every change of the servers' clock, and its offset from real time since then. */
  clockMoves: ClockMove[]
  /** How long each restart took. */
  startsMs: number[]
  /** For faults of the provider's answers alone: how often one message may be sent, however many faults. */
  mostOfOne: number | null
  /**
   * While the provider delays everything, neighbours of an alarm that is called off meanwhile may not have been called.
   */
  held: { from: number; until: number } | null
  /** Stops new presses; unanswered ones go on retrying. */
  calm(): Promise<void>
}

/** How long a client waits for an answer, and then before its retry. */
export type Rhythm = Pick<Asked, 'patienceMs' | 'hangsUp'> & { pauseMs(tries: number): number }
const stubborn: Rhythm = { patienceMs: 4_000, hangsUp: true, pauseMs: () => 300 }
/**
 * The real page's timeouts, for loads beyond what can be answered. As behind a proxy with lasting connections: Node
 * accepts one new connection per event loop turn, which would otherwise be all that is measured.
 */
export const asThePage: Rhythm = {
  patienceMs: longestWait,
  hangsUp: false,
  pauseMs: (tries) => pauseBefore(tries, 'the server') * 1_000,
}

/** For measurements: no presses but the caller's own. */
export const still: Storm = {
  presses: [],
  faults: [],
  clockMoves: [],
  startsMs: [],
  mostOfOne: null,
  held: null,
  calm: async () => {},
}

/** `homes`: addresses of the servers. A member without an answer tries the next one. */
export function startStorm(
  world: World,
  elks: ElksServer,
  homes: () => string[],
  { perSecond, rhythm = stubborn }: { perSecond: number; rhythm?: Rhythm },
): Storm {
  const presses: Press[] = []
  const trying = new Set<Promise<void>>()
  const storm: Storm = { presses, faults: [], clockMoves: [], startsMs: [], mostOfOne: null, held: null, calm }
  const phones = openPhones()
  let stopped = false
  let ended = false

  const rain = (async () => {
    const began = Date.now()
    for (const [n, member] of world.members.entries()) {
      // Presses by the clock, also on a machine that cannot keep up.
      while (Date.now() - began < (n * 1_000) / perSecond) await pause(5)
      if (stopped) return
      const press: Press = {
        key: randomUUID(),
        member,
        pressedAt: Date.now(),
        answeredAt: null,
        tries: 0,
        longestTryMs: 0,
      }
      presses.push(press)
      const tried = pressUntilAnswered(press)
      trying.add(tried)
      void tried.finally(() => trying.delete(tried))
    }
  })()

  async function pressUntilAnswered(press: Press) {
    const form = { key: press.key, message: `Hjälp ${press.key}`, latitude: '59.2', longitude: '18.0' }
    while (press.answeredAt === null) {
      const began = Date.now()
      const answer = await send(press.tries++, '/dashboard/customer/safety/send', form, press.member.cookie)
      press.longestTryMs = Math.max(press.longestTryMs, Date.now() - began)
      if (answer?.status === 200 && isSent(answer.text, press.key)) press.answeredAt = Date.now()
      else await pause(rhythm.pauseMs(press.tries - 1))
    }
  }

  const guards = (async () => {
    let heard = 0
    while (!ended) {
      for (; heard < elks.taken.length; heard++) {
        const sms = elks.taken[heard]
        if (sms && world.answering.has(sms.to) && sms.message.includes('Svara JA')) void sayYes(sms, `in-${heard}`)
      }
      await pause(50)
    }
  })()

  /** One guard in each street answers by SMS with the call's reply word; the other by the link. */
  async function sayYes({ to, message }: TakenSms, id: string) {
    const link = /\/larm\/\S+/.exec(message)?.[0] ?? ''
    const byLink = to.endsWith('2')
    const path = byLink ? link : `/webhooks/sms/reply?key=${secrets.webhook}`
    const word = /Svara JA (\w\w) /.exec(message)?.[1] ?? ''
    if (byLink) return untilAnswered(path, { intent: 'take' })
    await untilAnswered(path, { id, from: to, message: `JA ${word}` })
    // An SMS for several calls has the newest one's word; the others are answered one by one.
    const others = Number(/^(\d+) LARM/.exec(message)?.[1] ?? 1) - 1
    for (let n = 0; n < others; n++) await untilAnswered(path, { id: `${id}-${n}`, from: to, message: 'JA' })
  }

  /** Retries until there is an answer, as people and providers do. */
  async function untilAnswered(path: string, form: Record<string, string>, cookie = '') {
    for (let tries = 0; !ended && tries < 200; tries++) {
      const answer = await send(tries, path, form, cookie)
      if (answer && answer.status < 500) return
      await pause(rhythm.pauseMs(tries))
    }
  }

  /**
   * Where no guard answers, members who were told that nobody has come say that they are safe, which ends the alarm.
   * The others wait.
   */
  const relieved = (async () => {
    const cookies = new Map(world.members.map(({ id, cookie }) => [id, cookie]))
    const saying = new Set<string>()
    while (!ended) {
      const { rows } = await world.pool
        .query<{ id: string; reported_by: string }>(
          `select id, reported_by from safety_alarms
           where status = 'new' and told_nobody_at is not null and not (${guardsAnswer}) and id <> all($1) limit 500`,
          [[...saying]],
        )
        .catch(() => ({ rows: [] }))
      for (const { id, reported_by } of rows) {
        saying.add(id)
        void saySafe(id, cookies.get(reported_by) ?? '').finally(() => saying.delete(id))
      }
      await pause(500)
    }
  })()

  function saySafe(alarm: string, cookie: string) {
    return untilAnswered('/dashboard/customer/safety', { intent: 'safe', alarm }, cookie)
  }

  function send(turn: number, path: string, form: Record<string, string>, cookie: string) {
    const addresses = homes()
    const home = addresses[turn % addresses.length] ?? ''
    const { patienceMs, hangsUp } = rhythm
    return phones.post({ url: home + path, headers: { cookie, origin: home }, form, patienceMs, hangsUp })
  }

  async function calm() {
    stopped = true
    await rain
    while (trying.size > 0) await Promise.all(trying)
    await settled(world)
    ended = true
    await Promise.all([guards, relieved])
    await phones.close()
    await elks.settled()
  }
  return storm
}

function isSent(text: string, key: string): boolean {
  try {
    return JSON.parse(text).sent === key
  } catch {
    return false
  }
}

/**
 * Waits until nothing is left to send and every alarm is taken or closed. There is no time limit as long as there is
 * progress.
 */
async function settled(world: World) {
  let limit = 0
  let before = ''
  for (;;) {
    const { rows } = await world.pool
      .query(
        `select (select count(*) from alarm_deliveries where state in ('queued', 'sending'))::int as sending,
           (select count(*) from safety_alarms where status = 'new')::int as waiting`,
      )
      .catch(() => ({ rows: [{ sending: -1, waiting: -1 }] }))
    if (rows[0]?.sending === 0 && rows[0]?.waiting === 0) return
    const now = JSON.stringify(rows[0])
    if (now !== before) limit = Date.now() + 120_000
    before = now
    if (Date.now() > limit) throw new Error(`The storm does not settle: ${now}\n${await whatIsLeft(world)}`)
    await pause(250)
  }
}

/** For the failure message: each alarm that nobody has, with its pending steps and deliveries. */
async function whatIsLeft({ pool }: World): Promise<string> {
  const { rows } = await pool.query(`
    select id, status, is_test, created_at, waiting_since, epoch, now() as "now",
      (select at from alarm_pulse where part = 'engine') as beat,
      (select json_agg(json_build_object('kind', kind, 'state', state, 'due', due_at)) from alarm_steps
        where alarm_id = alarm.id and state = 'pending') as steps,
      (select json_agg(json_build_object('channel', channel, 'kind', kind, 'state', state, 'due', due_at, 'attempts', attempts,
          'unanswered', unanswered, 'provider', provider_id is not null)) from alarm_deliveries
        where alarm_id = alarm.id and state in ('queued', 'sending')) as messages
    from safety_alarms as alarm
    where status = 'new' or exists (select from alarm_deliveries
      where alarm_id = alarm.id and state in ('queued', 'sending'))`)
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

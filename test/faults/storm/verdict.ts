import type { ElksServer } from '../../support/counterparts/elks-server'
import type { Storm } from './storm'
import { guardsAnswer, type World } from './world'

/** Compares what was answered and sent with the final state. Every list must be empty. */
export type Verdict = {
  /** Answered as sent, but not in the database. */
  lost: string[]
  /** In the database twice. */
  doubled: string[]
  /**
   * Marked as sent, but never received by the provider, or received with fewer calls in its text than it should carry.
   */
  falselySent: string[]
  /** Recipients whom no SMS, no other channel and no incident accounts for. */
  forgotten: string[]
  /** Received by the provider more often than once plus once per fault while it was under way. */
  repeated: string[]
  /** Taken by nobody although somebody answered yes, or by two. */
  wronglyTaken: string[]
  /** Steps that are missing after their deadline, or were carried out before it. */
  skipped: string[]
  early: string[]
}

export type Figures = {
  alarms: number
  sms: number
  repeats: number
  mostOfOne: number
  latestStepS: number
  slowestAnswerMs: number
  /** The longest wait for any answer. */
  slowestWordMs: number
}

/** A fault may duplicate messages that began this long before it or are sent this soon after. */
const reach = { before: 12_000, after: 2_000 }

export async function judge(
  world: World,
  storm: Storm,
  elks: ElksServer,
): Promise<{ verdict: Verdict; figures: Figures }> {
  const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await world.pool.query<Row>(sql, values)).rows
  const had = new Map<string, number[]>()
  /** How many calls the texts of a message announced, over all times it was sent. */
  const said = new Map<string, number>()
  for (const { whenDelivered, at, message } of elks.taken) {
    const id = new URL(whenDelivered ?? '').searchParams.get('ref') ?? ''
    had.set(id, [...(had.get(id) ?? []), at])
    said.set(id, (said.get(id) ?? 0) + Number(/^(\d+) LARM/.exec(message)?.[1] ?? 1))
  }

  const keys = await rows<{ key: string }>(`select key from safety_alarms union all select key from alarm_updates`)
  const there = new Set(keys.map(({ key }) => key))
  const answered = storm.presses.filter(({ answeredAt }) => answeredAt !== null)

  // Several calls to one phone go out as one SMS, whose text says how many.
  const deliveries = await rows<{ own: string; id: string; state: string; recipient_id: string }>(
    `select id as own, coalesce(together_with, id) as id, state, recipient_id from alarm_deliveries where channel = 'sms'`,
  )
  const carried = Map.groupBy(
    deliveries.filter(({ own, id }) => own !== id),
    ({ id }) => id,
  )
  const overfull = [...carried].filter(([id, calls]) => 1 + calls.length > (said.get(id) ?? 0))
  const reached = new Set(deliveries.filter(({ id }) => had.has(id)).map(({ recipient_id }) => recipient_id))
  // A message with an unknown outcome must have gone by another channel, or be the subject of an incident.
  const seenTo = await rows<{ id: string }>(
    `select distinct delivery.recipient_id as id from alarm_deliveries as delivery
     where delivery.state = 'unsure' and (
       exists (select from alarm_deliveries as other where other.recipient_id = delivery.recipient_id
         and other.channel <> 'sms' and other.state in ('sent', 'delivered'))
       or exists (select from alarm_incidents as incident where incident.alarm_id = delivery.alarm_id
         and incident.kind in ('nothing sent', 'no report', 'nobody reached')))`,
  )
  for (const { id } of seenTo) reached.add(id)
  const recipients = await rows<{ id: string; what: string }>(
    `select recipient.id, concat_ws(' ', role, status, (
       select string_agg(concat_ws(' ', kind, round, state, attempts, reason), ', ' order by alarm_deliveries.id)
       from alarm_deliveries where recipient_id = recipient.id and channel = 'sms')) as what
     from alarm_recipients as recipient join safety_alarms on safety_alarms.id = alarm_id
     where role in ('partner', 'neighbour') and phone is not null
       -- Taken before their call was sent, and a newer alarm waited when they would have been told so (0128).
       and not exists (select from alarm_deliveries
         where recipient_id = recipient.id and kind in ('taken', 'closed') and state = 'withdrawn')
       -- Called last, and over before its turn came with a provider that held all that it was given.
       and not (role = 'neighbour' and coalesce(closed_at between $1 and $2, false) and not exists (select from alarm_deliveries
         where recipient_id = recipient.id and not (state = 'withdrawn' and attempts = 0)))`,
    [new Date(storm.held?.from ?? 0), new Date(storm.held?.until ?? 0)],
  )

  const mostOf = (times: number[]) => {
    if (storm.mostOfOne !== null) return storm.mostOfOne
    const [first = 0, last = 0] = [Math.min(...times), Math.max(...times)]
    return 1 + storm.faults.filter((at) => at > first - reach.after && at < last + reach.before).length
  }

  const steps = await readSteps(world, storm)
  const taken = await rows<{ id: string; takes: number; is_open: boolean }>(
    `select alarm.id, status = 'acknowledged' as is_open,
       count(*) filter (where kind = 'taken')::int - count(*) filter (where kind in ('handed_back', 'released'))::int as takes
     from safety_alarms as alarm join alarm_timeline on alarm_id = alarm.id
     where ${guardsAnswer} group by alarm.id`,
  )
  const wanted = ['called_again', 'widened', 'told_nobody']
  return {
    verdict: {
      lost: answered.filter(({ key }) => !there.has(key)).map(({ key }) => key),
      doubled: keys.length === there.size ? [] : [`${keys.length - there.size} keys`],
      falselySent: deliveries
        .filter(({ id, state }) => ['sent', 'delivered'].includes(state) && !had.has(id))
        .map(({ id }) => id)
        .concat(overfull.map(([id, calls]) => `${id} for ${1 + calls.length}`)),
      forgotten: recipients.filter(({ id }) => !reached.has(id)).map(({ id, what }) => `${id} ${what}`),
      repeated: [...had]
        .filter(([, times]) => times.length > mostOf(times))
        .map(([id, times]) => `${id} ${times.length}`),
      wronglyTaken: taken
        .filter(({ takes, is_open }) => takes !== 1 || !is_open)
        .map(({ id, takes }) => `${id} ${takes}`),
      skipped: steps.filter(({ kinds }) => wanted.some((kind) => !kinds.includes(kind))).map(({ id }) => id),
      early: steps.filter(({ isEarly }) => isEarly).map(({ id }) => id),
    },
    figures: {
      alarms: there.size,
      sms: elks.taken.length,
      mostOfOne: Math.max(0, ...[...had.values()].map((times) => times.length)),
      repeats: [...had.values()].reduce((sum, times) => sum + times.length - 1, 0),
      latestStepS: Math.max(0, ...steps.map(({ lateS }) => lateS)),
      slowestWordMs: Math.max(0, ...storm.presses.map(({ longestTryMs }) => longestTryMs)),
      slowestAnswerMs: Math.max(0, ...answered.map(({ pressedAt, answeredAt }) => (answeredAt ?? 0) - pressedAt)),
    },
  }
}

export const spotless: Verdict = {
  lost: [],
  doubled: [],
  falselySent: [],
  forgotten: [],
  repeated: [],
  wronglyTaken: [],
  skipped: [],
  early: [],
}

type Steps = { id: string; kinds: string[]; isEarly: boolean; lateS: number }

/** The steps of alarms that nobody took, in real time. */
async function readSteps({ pool, pace }: World, { clockMoves }: Storm): Promise<Steps[]> {
  const { rows } = await pool.query<{ id: string; kind: string; at: Date; noted: Date }>(
    `select alarm.id, entry.kind, entry.at, true_times.at as noted
     from safety_alarms as alarm join alarm_timeline as entry on entry.alarm_id = alarm.id
     join true_times on entry_id = entry.id
     where alarm.taken_at is null and alarm.status = 'cancelled' order by entry.id`,
  )
  const offsets = [0, ...clockMoves.map(({ offsetMs }) => offsetMs)]
  // The timeline has the servers' time, and the trigger adds the database's time a moment later. Clock changes are far
  // larger than that moment, so the difference tells which offset applied.
  const trueTime = ({ at, noted }: { at: Date; noted: Date }) => {
    const ahead = at.getTime() - noted.getTime()
    return (
      at.getTime() - offsets.reduce((best, each) => (Math.abs(ahead - each) < Math.abs(ahead - best) ? each : best))
    )
  }
  const limits: Record<string, number> = {
    called_again: pace.callAgainS,
    widened: pace.widenS,
    told_nobody: pace.tellMemberS,
  }
  const leaps = clockMoves.filter(({ offsetMs }, n) => offsetMs > (clockMoves[n - 1]?.offsetMs ?? 0))
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, entries]) => {
    const raised = trueTime(entries.find(({ kind }) => kind === 'raised') ?? { at: new Date(0), noted: new Date(0) })
    const after = entries.flatMap((entry) => {
      const limitS = limits[entry.kind]
      return limitS === undefined ? [] : [{ kind: entry.kind, at: trueTime(entry), limitS }]
    })
    return {
      id,
      kinds: entries.map(({ kind }) => kind),
      // Time that a clock skipped counts as passed for a deadline.
      isEarly: after.some(
        ({ at, limitS }) =>
          at - raised < limitS * 1000 && !leaps.some((leap) => leap.at > raised - leapSlackMs && leap.at <= at),
      ),
      lateS: Math.max(
        0,
        ...after.filter(({ kind }) => kind === 'told_nobody').map(({ at }) => (at - raised) / 1000 - pace.tellMemberS),
      ),
    }
  })
}

/** Servers notice a changed clock this much later. */
const leapSlackMs = 100

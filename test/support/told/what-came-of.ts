import type { TestHouse } from '../house'

/** What one deed wrote about an alarm. Selected by time: the test clock stands still while the deed is done. */
export async function whatCameOf(house: TestHouse, alarmId: string) {
  const now = house.clock.now()
  const [lines, messages, steps] = await Promise.all([
    house.db
      .selectFrom('alarm_timeline')
      .select(['kind', 'actor_kind', 'actor_id', 'guard_id', 'facts'])
      .where('alarm_id', '=', alarmId)
      .where('at', '=', now)
      .orderBy('id')
      .execute(),
    house.db
      .selectFrom('alarm_deliveries as delivery')
      .innerJoin('alarm_recipients as recipient', 'recipient.id', 'recipient_id')
      .select(['recipient.name', 'role', 'channel', 'kind', 'round'])
      .where('delivery.alarm_id', '=', alarmId)
      .where('delivery.created_at', '=', now)
      .orderBy('delivery.id')
      .execute(),
    house.db
      .selectFrom('alarm_steps')
      .select(['kind', 'state', 'due_at', 'armed_at', 'settled_at'])
      .where('alarm_id', '=', alarmId)
      .where((is) => is.or([is('armed_at', '=', now), is('settled_at', '=', now)]))
      .execute(),
  ])
  const line = ({ kind, actor_kind, actor_id, guard_id, facts }: (typeof lines)[number]) =>
    [kind, actor_kind, guard_id ?? actor_id, ...(Object.keys(facts as object).length > 0 ? [facts] : [])].filter(
      Boolean,
    )
  return {
    history: lines.map(line),
    /** For example "Ali partner sms call 2", in the order in which they were written. */
    messages: messages.map(({ name, role, channel, kind, round }) => `${name} ${role} ${channel} ${kind} ${round}`),
    /** Pending steps by seconds from now; settled ones by their state. */
    steps: Object.fromEntries(
      steps.map(({ kind, state, due_at }) => [
        kind,
        state === 'pending' ? (due_at.getTime() - now.getTime()) / 1000 : state,
      ]),
    ),
  }
}

/** The NOTIFY messages about alarms sent during `act`, in order. */
export async function heardDuring({ pool }: TestHouse, act: () => Promise<unknown>) {
  const heard: { alarm: string; what?: string }[] = []
  const line = await pool.connect()
  try {
    const isOver = new Promise<void>((resolve) => {
      line.on('notification', ({ channel, payload = '' }) => {
        if (channel === 'over') resolve()
        else heard.push(JSON.parse(payload))
      })
    })
    await line.query('listen alarms; listen over')
    await act()
    await pool.query("select pg_notify('over', '')")
    await isOver
    return heard
  } finally {
    line.release(true)
  }
}

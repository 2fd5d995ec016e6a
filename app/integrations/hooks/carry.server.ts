import { readAlarmsForSystems } from '~/alarms/public.server'
import type { House } from '~/platform/house.server'
import { askStranger } from '~/platform/http/stranger.server'
import { oneRun } from '~/platform/work/one-run'
import { inSteps } from '~/shared/back-off'
import { claimDue, type Due, type Result, settleDelivery, tryLater, withdrawWaiting } from './delivery-store.server'
import { endHook } from './hook-store.server'
import { layOutEvents } from './lay-out.server'
import { signedHeaders } from './signature.server'

/** The most deliveries in flight from this process in all, and to one webhook; the others of that webhook wait. */
const mostAtOnce = 64
const mostOfOne = 2
const patienceMs = 10_000
const claimSeconds = 30
/** Back-off in seconds. The last retry is after some sixteen hours; whoever missed more can poll the API. */
const pauseAfter = inSteps(5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800)

export type Carrier = {
  /**
   * Creates deliveries for new events and starts those that are due. Returns their number, without waiting for the
   * answers.
   */
  carryDue(): Promise<number>
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
}

/**
 * Delivers webhooks to companies' own systems. Deliveries are independent: a system that hangs or fails delays no other
 * system and nothing of ours.
 */
export function openCarrier(house: () => House): Carrier {
  const underWay = new Map<string, number>()
  const running = new Set<Promise<void>>()

  function begin(due: Due) {
    const { hookId } = due
    underWay.set(hookId, (underWay.get(hookId) ?? 0) + 1)
    const run = carry(house(), due)
      .catch((error: { name?: string; code?: string }) => {
        // The claim expires, and the delivery is retried.
        house().log.error({ work: 'webhooks', code: error.code, error: error.name }, 'a webhook could not be settled')
      })
      .then(() => {
        const left = (underWay.get(hookId) ?? 1) - 1
        if (left > 0) underWay.set(hookId, left)
        else underWay.delete(hookId)
        running.delete(run)
        // There is capacity again, and perhaps another delivery due for this webhook.
        house().wake('webhooks')
      })
    running.add(run)
  }

  return {
    carryDue() {
      const { db, clock } = house()
      return oneRun(async (run) => {
        const laidOut = await layOutEvents(house(), run)
        const most = mostAtOnce - running.size
        if (most <= 0) return laidOut
        const due = await claimDue(db, clock.now(), { seconds: claimSeconds, most, mostOfOne, underWay })
        for (const one of due) begin(one)
        return laidOut + due.length
      })
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

async function carry({ db, clock, keys, log, config }: House, due: Due) {
  const reach = { loopback: config.mode === 'demo' }
  const now = clock.now()
  // The company may have lost the area or its permit since the delivery was created.
  const isTheirs =
    due.alarmId === null || (await readAlarmsForSystems(db, [due.alarmId], [due.companyId], now)).length > 0
  if (!isTheirs) return settleDelivery(db, due.id, 'withdrawn', { status: null, reason: 'not theirs any more' }, now)
  const sealed = [
    due.secret,
    ...(due.oldSecret && due.oldSecretUntil && due.oldSecretUntil > now ? [due.oldSecret] : []),
  ]
  const secrets = sealed.flatMap((one) => keys.open('webhook secret', one) ?? [])
  if (secrets.length === 0) return settleDelivery(db, due.id, 'failed', { status: null, reason: 'secret lost' }, now)
  const headers = signedHeaders({ id: `msg_${due.id}`, at: now, body: due.body }, secrets)
  const asked = await askStranger(due.url, { method: 'POST', headers, body: due.body }, patienceMs, reach)
  const then = clock.now()
  const result: Result =
    'status' in asked ? { status: asked.status, reason: null } : { status: null, reason: asked.reason }
  if (result.status !== null && result.status >= 200 && result.status < 300) {
    return settleDelivery(db, due.id, 'delivered', result, then)
  }
  log.info({ webhook: due.hookId, attempts: due.attempts, ...result }, 'a webhook was not taken')
  if (result.status === 410) {
    return db.transaction().execute(async (trx) => {
      await settleDelivery(trx, due.id, 'failed', result, then)
      await endHook(trx, due.hookId, then)
      await withdrawWaiting(trx, due.hookId, 'ended', then)
    })
  }
  const pause = 'kind' in asked && asked.kind === 'permanent' ? null : pauseAfter(due.attempts)
  if (pause === null) return settleDelivery(db, due.id, 'failed', result, then)
  return tryLater(db, due.id, result, new Date(then.getTime() + pause * 1000))
}

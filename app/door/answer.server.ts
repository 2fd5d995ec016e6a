import { data } from 'react-router'
import { TooBusy } from '~/platform/auth/hash-turns.server'
import { type DeadEnd, isDeadEnd } from '~/shared/outcome'
import { TurnedAway } from './turned-away'

/** HTTP statuses for the ways a use case can end. The only place that knows both sides. */
const statuses = {
  'not there': 404,
  gone: 410,
  'not asked': 400,
  'not allowed': 403,
  'has no company': 404,
} satisfies Record<DeadEnd['end'] | TurnedAway['because'], number>

export function statusOf(ended: DeadEnd | TurnedAway): number {
  return statuses[ended instanceof TurnedAway ? ended.because : ended.end]
}

/** Returns the result, or throws the HTTP answer for a dead end, so that the page goes no further. */
export function orAnswer<Result>(result: Result): Exclude<Result, DeadEnd> {
  return thereOr(result, answerTo)
}

/** Like `orAnswer`, for a file download, which has no page around it: plain text for whoever opens the address. */
export function orNoFile<Result>(result: Result): Exclude<Result, DeadEnd> {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  const answer = (ended: DeadEnd) =>
    new Response('Det finns ingen sådan fil för dig här.', { status: statusOf(ended), headers })
  return thereOr(result, answer)
}

function thereOr<Result>(result: Result, answer: (ended: DeadEnd) => unknown): Exclude<Result, DeadEnd> {
  if (isDeadEnd(result)) throw answer(result)
  return result as Exclude<Result, DeadEnd>
}

export function answerTo(ended: DeadEnd | TurnedAway) {
  return data(null, statusOf(ended))
}

/** Maps what a loader or action threw to the router's answer; real faults are returned unchanged. */
export function answerToThrown(thrown: unknown): unknown {
  if (thrown instanceof TooBusy) return data(null, { status: 503, headers: { 'Retry-After': '5' } })
  return thrown instanceof TurnedAway ? answerTo(thrown) : thrown
}

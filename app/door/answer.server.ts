import { data } from 'react-router'
import { TooBusy } from '~/platform/auth/hash-turns.server'
import { type DeadEnd, isDeadEnd } from '~/shared/outcome'
import { TurnedAway } from './turned-away'

/** What use cases end in, as HTTP says it: the one place that knows both. */
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

/** What a use case or a reader came back with. A dead end is answered here, and the page goes no further. */
export function orAnswer<Result>(result: Result): Exclude<Result, DeadEnd> {
  return thereOr(result, answerTo)
}

/** The same for an address that is a file, which no page of ours stands around: in words, for whoever opens it. */
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

/** What a loader or an action threw: the router's answer where it was no fault, and the fault as it is. */
export function answerToThrown(thrown: unknown): unknown {
  if (thrown instanceof TooBusy) return data(null, { status: 503, headers: { 'Retry-After': '5' } })
  return thrown instanceof TurnedAway ? answerTo(thrown) : thrown
}

import { ask, isAnswer } from '../http/outward.server'
import type { Log } from '../log.server'
import type { Collector, Traced } from './open-tracing.server'
import { otlpOf } from './otlp'
import type { Facts } from './tracing.server'

export type OtlpAccount = {
  /** Base URL of the collector; `/v1/traces` is appended. */
  endpoint: string
  /** Headers that authorise us. */
  headers: Record<string, string>
}

export type Pace = {
  /** Maximum number of queued spans; beyond it the oldest are dropped. */
  most: number
  atOnce: number
  gatherMs: number
  patienceMs: number
  /** Pause after a failed batch. Doubled after each further failure, up to `longestPauseMs`. */
  pauseMs: number
  longestPauseMs: number
  /** How long shutdown waits for the last batch. */
  lastMs: number
}

const usual: Pace = {
  most: 4096,
  atOnce: 512,
  gatherMs: 1_000,
  patienceMs: 5_000,
  pauseMs: 1_000,
  longestPauseMs: 30_000,
  lastMs: 1_000,
}

/** Temporary statuses by the OTLP specification. */
const passing = [429, 502, 503, 504]

/**
 * Exports spans by OTLP over HTTP in JSON. Has the lowest priority: one request at a time, a bounded queue, and nothing
 * waits for a collector that is slow, wrong, silent or down.
 */
export function openOtlp(
  { endpoint, headers }: OtlpAccount,
  resource: Facts,
  log: Pick<Log, 'info' | 'warn'>,
  pace = usual,
): Collector {
  const address = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  let waiting: Traced[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let pauseMs = pace.pauseMs
  let leftOut = 0
  let isTroubled = false
  let isClosed = false

  function sendAfter(ms: number) {
    if (timer || sending || isClosed || waiting.length === 0) return
    timer = setTimeout(() => {
      timer = undefined
      sending = send(pace.patienceMs).finally(() => {
        sending = null
        sendAfter(isTroubled ? pauseMs : pace.gatherMs)
      })
    }, ms).unref()
  }

  async function send(patienceMs: number) {
    const batch = waiting.slice(0, pace.atOnce)
    waiting = waiting.slice(pace.atOnce)
    const question = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(otlpOf(batch, resource)),
    }
    const answer = await ask(address, question, patienceMs)
    const status = isAnswer(answer) ? answer.status : null
    if (status !== null && status >= 200 && status < 300) return hasTaken()
    const isPassing = status === null || passing.includes(status)
    if (isPassing) waiting = newest([...batch, ...waiting])
    else leftOut += batch.length
    hasFailed(isAnswer(answer) ? `status ${answer.status}` : answer.reason)
  }

  function newest(spans: Traced[]) {
    leftOut += Math.max(0, spans.length - pace.most)
    return spans.slice(-pace.most)
  }

  function hasTaken() {
    pauseMs = pace.pauseMs
    if (!isTroubled) return
    isTroubled = false
    log.info({ leftOut }, 'the collector of traces takes them again')
    leftOut = 0
  }

  function hasFailed(reason: string) {
    if (isTroubled) pauseMs = Math.min(pauseMs * 2, pace.longestPauseMs)
    // Logged once per outage.
    else log.warn({ reason }, 'the collector of traces does not take them')
    isTroubled = true
  }

  return {
    take(spans) {
      if (isClosed) return
      waiting.push(...spans)
      if (waiting.length > pace.most) waiting = newest(waiting)
      sendAfter(isTroubled ? pauseMs : pace.gatherMs)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const last = async () => {
        await sending
        if (waiting.length > 0) await send(pace.lastMs)
      }
      let end: ReturnType<typeof setTimeout> | undefined
      const enough = new Promise<void>((resolve) => {
        end = setTimeout(resolve, pace.lastMs)
      })
      await Promise.race([last(), enough])
      clearTimeout(end)
    },
  }
}

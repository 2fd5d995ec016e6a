import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SwishCounter, SwishFacts, SwishRequest } from './swish-counter.server'

const mostKept = 1000

type Kept = { request: SwishRequest; state: SwishFacts['state']; paidAt: Date | null }
type Keeping = { get(id: string): Kept | undefined; set(id: string, kept: Kept): void }

/** Requests kept in this process's memory only. */
function inMemory(): Keeping {
  const requests = new Map<string, Kept>()
  return {
    get: (id) => requests.get(id),
    set(id, kept) {
      if (!requests.has(id) && requests.size >= mostKept) requests.delete([...requests.keys()][0] ?? '')
      requests.set(id, kept)
    },
  }
}

/** Requests kept as files, so that several processes on one port share them. */
export function inFolder(folder: string): Keeping {
  const placeOf = (id: string) => join(folder, `${encodeURIComponent(id)}.json`)
  return {
    get(id) {
      try {
        const kept: Kept = JSON.parse(readFileSync(placeOf(id), 'utf8'))
        return { ...kept, paidAt: kept.paidAt && new Date(kept.paidAt) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    set(id, kept) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // Written to a temporary file and renamed atomically: a concurrent reader sees the old state or the new.
      writeFileSync(`${placeOf(id)}.new`, JSON.stringify(kept), { mode: 0o600 })
      renameSync(`${placeOf(id)}.new`, placeOf(id))
    },
  }
}

/**
 * The demo's Swish: no money, no bank, no phone. A request waits until somebody answers it on the page in place of the
 * phone. Otherwise it behaves like Swish: the answer is known only by polling.
 */
export function openLocalSwish(now = () => new Date(), requests: Keeping = inMemory()): SwishCounter {
  return {
    name: 'local',
    async ask(request) {
      requests.set(request.id, { request, state: 'waiting', paidAt: null })
      return { kind: 'asked', token: request.payer === null ? request.id.replaceAll('-', '') : null }
    },
    async look(id) {
      const kept = requests.get(id)
      if (!kept) return { kind: 'done', value: null }
      const { request, state, paidAt } = kept
      const { amount, payer, reference } = request
      return {
        kind: 'done',
        value: { id, state, code: null, amount, currency: 'SEK', payee: request.payee, payer, reference, paidAt },
      }
    },
    answerInPhonesPlace(id, says) {
      const kept = requests.get(id)
      if (kept?.state !== 'waiting') return
      const said =
        says === 'yes' ? ({ state: 'paid', paidAt: now() } as const) : ({ state: 'declined', paidAt: null } as const)
      requests.set(id, { ...kept, ...said })
    },
  }
}

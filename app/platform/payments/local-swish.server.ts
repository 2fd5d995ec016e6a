import type { SwishCounter, SwishFacts, SwishRequest } from './swish-counter.server'

const mostKept = 1000

/**
 * The demo's: no money, no bank, no phone. A request waits until somebody answers in the phone's place on the page that asked,
 * and then all is as with Swish itself: what was answered is only known by asking back. What is kept dies with the process.
 */
export function openLocalSwish(now = () => new Date()): SwishCounter {
  const requests = new Map<string, { request: SwishRequest; state: SwishFacts['state']; paidAt: Date | null }>()
  return {
    name: 'local',
    async ask(request) {
      if (requests.size >= mostKept) requests.delete([...requests.keys()][0] ?? '')
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
      kept.state = says === 'yes' ? 'paid' : 'declined'
      kept.paidAt = says === 'yes' ? now() : null
    },
  }
}

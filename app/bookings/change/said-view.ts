import { formatSecond } from '~/shared/time'
import { countsAt, type Said } from '../booking'

/** The fragment of the card on which a company can undo what it has said of a booking. */
export const saidAt = (id: string) => `sagt-${id}`

/** What a company has said and when it takes effect; null when there is nothing pending. */
export function saidView(said: Said | null, now: Date) {
  if (!said) return null
  const at = countsAt(said)
  return { what: words[said.deed](at > now ? `kl. ${formatSecond(at)}` : 'alldeles strax') }
}

const words = {
  complete: (when: string) => `Räknas som genomförd ${when}`,
  'mark as no-show': (when: string) => `Räknas ${when} som att kunden inte kom`,
} as const satisfies Record<Said['deed'], (when: string) => string>

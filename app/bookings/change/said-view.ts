import { formatSecond } from '~/shared/time'
import { countsAt, type Said } from '../booking'

/** Where on its pages a company says something of a booking, and takes it back. */
export const saidAt = (id: string) => `sagt-${id}`

/** What was said and does not count yet, in words that are so: when it will, and that nobody has been told. */
export function saidView(said: Said | null, now: Date) {
  if (!said) return null
  const at = countsAt(said)
  return { what: words[said.deed](at > now ? `kl. ${formatSecond(at)}` : 'alldeles strax') }
}

const words = {
  complete: (when: string) => `Räknas som genomförd ${when}`,
  'mark as no-show': (when: string) => `Räknas ${when} som att kunden inte kom`,
} as const satisfies Record<Said['deed'], (when: string) => string>

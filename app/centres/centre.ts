import { chosen } from '~/shared/chosen'

/** Poll intervals in seconds, as required by classes of EN 50136. */
export const pollChoices = [90, 180] as const
export const usualPoll = 90

/** Seconds within which a failed poll is retried; only after that is it missed. */
const graceS = 25

export type Heard = {
  pollS: number
  polledAt: Date | null
  answeredAt: Date | null
  /** When the centre was named or last changed. Earlier answers came from another centre. */
  changedAt: Date
}

/**
 * A centre is silent if it has been polled and has not answered for longer than the poll interval plus the grace
 * period. A centre that has never been polled is not.
 */
export function isSilent({ pollS, polledAt, answeredAt, changedAt }: Heard, now: Date): boolean {
  if (polledAt === null) return false
  const since = Math.max(answeredAt?.getTime() ?? 0, changedAt.getTime())
  return now.getTime() - since > silentAfterS(pollS) * 1000
}

export const silentAfterS = (pollS: number) => pollS + graceS

/** The two data formats of the protocol, by its own names. */
export const formatLabels = { 'SIA-DCS': 'SIA', 'ADM-CID': 'Contact ID' } as const
export type SignalFormat = keyof typeof formatLabels

export const signalLabels = {
  panic: 'Larm',
  'panic over': 'Larmet är över',
  duress: 'Tyst larm: ring inte dit',
  'duress over': 'Det tysta larmet är över',
  test: 'Prov',
} as const
export type SignalKind = keyof typeof signalLabels

/** Outcome of a signal that the receiver acknowledged; and of one that was only stored, not sent. */
export const arrived = 'arrived'
export const kept = 'kept'

/** Words for the company and administrators. Any outcome not listed here means that there was no connection. */
const outcomeWords: Record<string, string> = {
  [arrived]: 'Kvitterat av larmcentralen',
  [kept]: 'Sparat här, inte sänt',
  NAK: 'Larmcentralen tog inte emot det (NAK). Kontrollera konto, nyckel och klocka.',
  DUH: 'Larmcentralen kan inte ta emot den koden (DUH)',
  'empty line': 'Det kom fram trasigt',
  'no answer in time': 'Larmcentralen svarade inte i tid',
  'closed without an answer': 'Larmcentralen bröt utan att svara',
  'too long an answer': 'Det som svarade är ingen larmcentral',
  busy: 'Linjen till larmcentralen var upptagen',
  'own network': 'Adressen hör till ett slutet nät',
  'no centre': 'Larmcentralen är borttagen',
  'no key': 'Nyckeln går inte att läsa. Fyll i den igen.',
  ENOTFOUND: 'Det finns ingen sådan adress',
  ECONNREFUSED: 'Ingen lyssnar på den porten',
}

export const outcomeText = (outcome: string | null): string =>
  outcome === null ? 'Väntar på svar' : (chosen(outcomeWords, outcome) ?? 'Det gick inte att nå larmcentralen')

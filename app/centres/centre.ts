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

export type Standing = 'answers' | 'waits' | 'silent' | 'not polled'

/**
 * A centre is silent if it is being polled and has not answered for longer than the poll interval plus the grace
 * period. After as long without a poll nobody knows: its company may not be called now, or only just may again.
 */
export function standingOf({ pollS, polledAt, answeredAt, changedAt }: Heard, now: Date): Standing {
  const isLongAgo = (moment: Date) => now.getTime() - moment.getTime() > silentAfterS(pollS) * 1000
  if (isLongAgo(polledAt ?? changedAt)) return 'not polled'
  if (isLongAgo(changedAt) && (answeredAt === null || isLongAgo(answeredAt))) return 'silent'
  return answeredAt ? 'answers' : 'waits'
}

export const isSilent = (heard: Heard, now: Date) => standingOf(heard, now) === 'silent'

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

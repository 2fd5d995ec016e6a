/**
 * A backup that was put back beside the product and looked at: what came of it, in the order in which a person wants to hear of it.
 * What a word means to an administrator stands here alone; a row has the word.
 */
export const outcomes = {
  whole: 'Gick att återställa',
  books: 'Bokföringen i kopian går inte ihop',
  history: 'Historiken i kopian har luckor',
  unreadable: 'Kopian går inte att läsa',
  'not made': 'Det gick inte att göra någon kopia',
  'no room': 'Det finns för lite plats på disken för en kopia och ett prov',
  'too long': 'Provet tog för lång tid och avbröts',
  'cut off': 'Provet avbröts flera gånger innan det var klart',
} as const

export type Outcome = keyof typeof outcomes

/** What was counted in it. */
export type Counts = Record<'people' | 'companies' | 'bookings' | 'alarms' | 'vouchers', number>

/** What a try came to. `madeAt`: until when what was written is in the backup; null when none could be read. */
export type Result = { outcome: Outcome; madeAt: Date | null; counts: Counts | null }

export type Trial = Result & { beganAt: Date }

/** How it stands with backups as a whole. */
export type Standing = 'unknown' | 'whole' | 'old' | 'failed'

const hour = 3_600_000
/** One a night, and half a night to be late in. */
export const oldAfterMs = 36 * hour

/**
 * `last` is the last one that was tried and is over with, `whole` the newest backup that was ever found whole. What failed last is said
 * before how old the one before it is: it is what somebody can do something about.
 */
export function standingOf({ last, whole }: { last: Trial | null; whole: Trial | null }, now: Date): Standing {
  if (!last) return 'unknown'
  if (last.outcome !== 'whole') return 'failed'
  return isOld(whole ?? last, now) ? 'old' : 'whole'
}

export const isOld = ({ madeAt }: Pick<Trial, 'madeAt'>, now: Date) =>
  madeAt !== null && now.getTime() - madeAt.getTime() > oldAfterMs

/** The hour here in Sweden from which on it is tonight's turn: the patrols are home, and the first bookings far away. */
const fromHour = 3

/** The night whose turn it is, as a day; null before that hour, when the last one is over and the next has not come. */
export function nightOf(now: Date): string | null {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Stockholm')
  return here.hour < fromHour ? null : here.toPlainDate().toString()
}

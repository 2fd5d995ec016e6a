/**
 * The outcomes of a trial (a backup restored beside the product and inspected), in order of interest, with their
 * Swedish labels. The database stores the key.
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

/** The rows counted in the restored copy. */
export type Counts = Record<'people' | 'companies' | 'bookings' | 'alarms' | 'vouchers', number>

/** The result of a trial. `madeAt`: until when changes are contained in the backup; null if none could be read. */
export type Result = { outcome: Outcome; madeAt: Date | null; counts: Counts | null }

export type Trial = Result & { beganAt: Date }

/** The state of backups as a whole. */
export type Standing = 'unknown' | 'whole' | 'old' | 'failed'

const hour = 3_600_000
/** A backup is made every night; half a night's delay is tolerated. */
export const oldAfterMs = 36 * hour

/**
 * `last` is the last finished trial, `whole` the newest backup ever found whole. A failure takes precedence over an old
 * age, since something can be done about it.
 */
export function standingOf({ last, whole }: { last: Trial | null; whole: Trial | null }, now: Date): Standing {
  if (!last) return 'unknown'
  if (last.outcome !== 'whole') return 'failed'
  return isOld(whole ?? last, now) ? 'old' : 'whole'
}

export const isOld = ({ madeAt }: Pick<Trial, 'madeAt'>, now: Date) =>
  madeAt !== null && now.getTime() - madeAt.getTime() > oldAfterMs

/**
 * The hour in Stockholm from which tonight's backup is due: the patrols have ended, and the first bookings are far
 * away.
 */
const fromHour = 3

/** The date of the night whose backup is due. Null before that hour. */
export function nightOf(now: Date): string | null {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Stockholm')
  return here.hour < fromHour ? null : here.toPlainDate().toString()
}

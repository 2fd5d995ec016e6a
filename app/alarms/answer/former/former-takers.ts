import { formatClock } from '~/shared/time'
import type { TimelineKind } from '../../history/timeline'

/** Somebody who had an alarm and lost it before it ended. */
export type FormerTaker = {
  /** "Söderort Trygghet (Ali)": the name that everybody read while they had it. */
  name: string
  takenAt: Date
  setOutAt: Date | null
  onSiteAt: Date | null
  lostAt: Date
  /**
   * True if they handed it back themselves. Else they were silent, a colleague took over, or an operator gave it back.
   */
  handedBack: boolean
}

/** The history entries from which takers are derived. Only the current taker writes 'set_out' and 'arrived'. */
export const whoHadIt = [
  'taken',
  'took_over',
  'set_out',
  'arrived',
  'handed_back',
  'released',
] as const satisfies readonly TimelineKind[]

/** A history entry as read from the database; inside JSON its time is text. */
export type Line = { kind: (typeof whoHadIt)[number]; at: string; who: string; name: string | null }

type Taker = Omit<FormerTaker, 'lostAt' | 'handedBack'> & { who: string }

/** All former takers of an alarm, in order. */
export function formerTakersOf(lines: readonly Line[]): FormerTaker[] {
  const former: FormerTaker[] = []
  let has = null as Taker | null
  for (const { kind, at, who, name } of lines) {
    const moment = new Date(at)
    if (kind === 'set_out') has = has && { ...has, setOutAt: moment }
    else if (kind === 'arrived') has = has && { ...has, onSiteAt: moment }
    else {
      if (has) former.push(lost(has, moment, kind === 'handed_back' && who === has.who))
      const takes = kind === 'taken' || kind === 'took_over'
      has = takes ? { who, name: name ?? 'En partner', takenAt: moment, setOutAt: null, onSiteAt: null } : null
    }
  }
  return former
}

const lost = ({ who: _, ...taker }: Taker, lostAt: Date, handedBack: boolean) => ({ ...taker, lostAt, handedBack })

const at = (moment: Date) => `kl. ${formatClock(moment)}`

/**
 * "Söderort Trygghet (Ali) var på plats och lämnade tillbaka larmet kl. 02.11": how far they came, when they lost it.
 */
export function whatBecameOf({ name, setOutAt, onSiteAt, lostAt, handedBack }: FormerTaker): string {
  const lost = handedBack ? `lämnade tillbaka larmet ${at(lostAt)}` : `hade larmet till ${at(lostAt)}`
  if (onSiteAt) return `${name} var på plats och ${lost}`
  if (setOutAt) return `${name} var på väg ${handedBack ? 'men' : 'och'} ${lost}`
  return `${name} ${handedBack ? 'tog larmet men lämnade tillbaka det' : 'hade larmet till'} ${at(lostAt)}`
}

type Ended = { takerName: string | null; takenAt: Date | null; formerTakers: readonly FormerTaker[] }

/** The last taker of an alarm that ended while nobody had it. Undefined if somebody had it then, or nobody ever did. */
export function lastTakerOf({ takenAt, formerTakers }: Pick<Ended, 'takenAt' | 'formerTakers'>) {
  return takenAt ? undefined : formerTakers.at(-1)
}

/** A sentence about the last taker; undefined as for `lastTakerOf`. */
export function nobodyAtTheEnd(ended: Pick<Ended, 'takenAt' | 'formerTakers'>): string | undefined {
  const last = lastTakerOf(ended)
  return last && `${whatBecameOf(last)}. Ingen hade det när det tog slut`
}

/** Who took it and when, for a table: the last taker, even if they had lost it by the end. */
export function whoTook(ended: Ended): { name: string; at: Date | null } {
  if (ended.takenAt) return { name: ended.takerName ?? 'Någon', at: ended.takenAt }
  const last = lastTakerOf(ended)
  if (!last) return { name: 'Ingen hade det', at: null }
  const lost = last.handedBack ? 'lämnade tillbaka det' : 'hade det till'
  return { name: `${last.name}, ${lost} ${at(last.lostAt)}`, at: last.takenAt }
}

type Gone = Ended & { setOutAt: Date | null; onSiteAt: Date | null; closedAt: Date | null }

/** A closed alarm with its last taker's times, for the lamps: handing an alarm back does not undo what happened. */
export function asItWent<Alarm extends Gone>(alarm: Alarm): Alarm {
  const last = alarm.closedAt ? lastTakerOf(alarm) : undefined
  if (!last) return alarm
  const { name, takenAt, setOutAt, onSiteAt } = last
  return { ...alarm, takerName: name, takenAt, setOutAt, onSiteAt }
}

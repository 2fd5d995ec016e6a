import { formatClock } from '~/shared/time'
import type { TimelineKind } from '../../history/timeline'

/** Somebody who had an alarm, and lost it before it ended. */
export type FormerTaker = {
  /** "Söderort Trygghet (Ali)", as everybody read it while they had it. */
  name: string
  takenAt: Date
  setOutAt: Date | null
  onSiteAt: Date | null
  lostAt: Date
  /** They gave it back themselves; otherwise they were silent, or somebody else took it or sent it out again. */
  handedBack: boolean
}

/** The lines of a history that say who has it. Nobody but whoever has it says that they are on the way or there. */
export const whoHadIt = [
  'taken',
  'took_over',
  'set_out',
  'arrived',
  'handed_back',
  'released',
] as const satisfies readonly TimelineKind[]

/** A line as the database gives it: times inside of JSON are text. */
export type Line = { kind: (typeof whoHadIt)[number]; at: string; who: string; name: string | null }

type Taker = Omit<FormerTaker, 'lostAt' | 'handedBack'> & { who: string }

/** Everybody who had it and does not any more, in that order. */
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

/** "Söderort Trygghet (Ali) var på plats och lämnade tillbaka larmet kl. 02.11": how far they came, and that it was theirs no longer. */
export function whatBecameOf({ name, setOutAt, onSiteAt, lostAt, handedBack }: FormerTaker): string {
  const lost = handedBack ? `lämnade tillbaka larmet ${at(lostAt)}` : `hade larmet till ${at(lostAt)}`
  if (onSiteAt) return `${name} var på plats och ${lost}`
  if (setOutAt) return `${name} var på väg ${handedBack ? 'men' : 'och'} ${lost}`
  return `${name} ${handedBack ? 'tog larmet men lämnade tillbaka det' : 'hade larmet till'} ${at(lostAt)}`
}

type Ended = { takerName: string | null; takenAt: Date | null; formerTakers: readonly FormerTaker[] }

/** The last who had an alarm that nobody had when it ended; undefined when somebody had it, and when nobody ever did. */
export function lastTakerOf({ takenAt, formerTakers }: Pick<Ended, 'takenAt' | 'formerTakers'>) {
  return takenAt ? undefined : formerTakers.at(-1)
}

/** Undefined as for `lastTakerOf`. */
export function nobodyAtTheEnd(ended: Pick<Ended, 'takenAt' | 'formerTakers'>): string | undefined {
  const last = lastTakerOf(ended)
  return last && `${whatBecameOf(last)}. Ingen hade det när det tog slut`
}

/** In a table of who took it and when: whoever took it last did, also when they had it no more. */
export function whoTook(ended: Ended): { name: string; at: Date | null } {
  if (ended.takenAt) return { name: ended.takerName ?? 'Någon', at: ended.takenAt }
  const last = lastTakerOf(ended)
  if (!last) return { name: 'Ingen hade det', at: null }
  const lost = last.handedBack ? 'lämnade tillbaka det' : 'hade det till'
  return { name: `${last.name}, ${lost} ${at(last.lostAt)}`, at: last.takenAt }
}

type Gone = Ended & { setOutAt: Date | null; onSiteAt: Date | null; closedAt: Date | null }

/** What happened to one that is over, for a line of lamps: what was so is not undone by its having been handed back. */
export function asItWent<Alarm extends Gone>(alarm: Alarm): Alarm {
  const last = alarm.closedAt ? lastTakerOf(alarm) : undefined
  if (!last) return alarm
  const { name, takenAt, setOutAt, onSiteAt } = last
  return { ...alarm, takerName: name, takenAt, setOutAt, onSiteAt }
}

import { chosen } from '~/shared/chosen'
import { formatClock } from '~/shared/time'
import { isHeld, isOpen } from '../alarm'
import type { OwnAlarm } from './alarm-views'

/**
 * One lamp on the member's line: lit when it has happened, waiting when it is what comes next, dark until then. Of an alarm that is over
 * `out` is what nobody has said of it, and will not; `failed` what should have become of it and did not.
 */
export type Lamp = { id: string; light: 'lit' | 'waiting' | 'dark' | 'out' | 'failed'; title: string; text?: string }

/** What the line is drawn from. */
export type Lit = Pick<
  OwnAlarm,
  | 'state'
  | 'isTest'
  | 'createdAt'
  | 'recipients'
  | 'sentTo'
  | 'underWay'
  | 'mayHaveCome'
  | 'reached'
  | 'seen'
  | 'sentElsewhere'
  | 'noPartners'
  | 'takerName'
  | 'companions'
  | 'takenAt'
  | 'setOutAt'
  | 'onSiteAt'
  | 'closedAt'
  | 'safeAt'
>

export type Reach = Pick<OwnAlarm, 'state' | 'sentTo' | 'underWay' | 'sentElsewhere'>

/** No call to a guard is known to have left, and none is under way: whoever could come knows nothing, though an operator may. */
export const hasReachedNoGuard = ({ state, sentTo, underWay, sentElsewhere }: Reach) =>
  state === 'new' && sentTo === sentElsewhere.operators && underWay === 0

type Tested = Pick<OwnAlarm, 'state' | 'isTest' | 'takenAt' | 'sentTo' | 'sentElsewhere' | 'mayHaveCome'>

/** What a test is for: that somebody who can come gets it. This one is over, and no word of it can have come so far. */
export const hasTestFailed = ({ state, isTest, takenAt, mayHaveCome }: Tested) =>
  isTest && state === 'cancelled' && !takenAt && !mayHaveCome

/** How a test ended, that is over. */
export function testEndOf(alarm: Tested): string {
  if (hasTestFailed(alarm)) return 'Testet nådde ingen som kan komma'
  const { takenAt, sentTo, sentElsewhere } = alarm
  return takenAt || sentTo > sentElsewhere.operators ? 'Testet är klart' : 'Vi vet inte om testet kom fram'
}

/** Who it has not reached, in the middle of a sentence. */
export const noneOf = ({ sentElsewhere }: Pick<OwnAlarm, 'sentElsewhere'>) =>
  sentElsewhere.operators > 0 ? 'någon väktare' : 'någon'

const at = (moment: Date) => `kl. ${formatClock(moment)}`

/** The way of an alarm, from the press to its end. Only what is known to have happened is lit. */
export function lampsOf(alarm: Lit): Lamp[] {
  const steps = [sent(alarm), reached(alarm), taken(alarm), onTheWay(alarm), onSite(alarm), closed(alarm)]
  const next = isOpen(alarm.state) ? steps.findIndex(({ done }) => !done) : null
  const notYet = next === null ? 'out' : 'dark'
  return steps.map(({ done, light, ...lamp }, index) => ({
    ...lamp,
    light: light ?? (done ? 'lit' : index === next ? 'waiting' : notYet),
  }))
}

type Step = Omit<Lamp, 'light'> & { done: boolean; light?: 'failed' }

function sent({ createdAt }: Lit): Step {
  return { id: 'sent', done: true, title: 'Skickat', text: at(createdAt) }
}

/** That a message has left is one fact, that it is known to have arrived another, and that a person has opened it a third. */
function reached(alarm: Lit): Step {
  const { state, recipients, sentTo, underWay, reached, seen, noPartners, takenAt, sentElsewhere } = alarm
  const of = (people: number) => (people === recipients ? `${people}` : `${people} av ${recipients}`)
  const nobodyHere = noPartners ? 'ingen väktare här' : ''
  const toDuty = sentElsewhere.operators > 0 ? `skickat till ${sentElsewhere.operators} i jouren` : ''
  const noGuard = { id: 'reached', done: false, ...together(nobodyHere, toDuty) }
  if (hasReachedNoGuard(alarm) && recipients > 0) return { ...noGuard, title: `Inte framme hos ${noneOf(alarm)} än` }
  if (hasTestFailed(alarm)) return { ...noGuard, title: 'Framme hos partnerna' }
  const left = sentTo > Math.max(reached, seen) ? `skickat till ${sentTo}` : ''
  if (seen > 0) {
    // That it was opened is no provider's word that it arrived.
    const arrived = reached > seen ? `framme hos ${reached}` : ''
    return { id: 'reached', done: true, title: `Sett av ${of(seen)}`, ...together(arrived, left) }
  }
  if (reached > 0) return { id: 'reached', done: true, title: `Framme hos ${of(reached)}`, ...together(left) }
  if (sentTo > 0) return { id: 'reached', done: true, title: `Skickat till ${of(sentTo)}` }
  // Its calls were taken back before they had left: nothing is on its way any more.
  if (takenAt) return { id: 'reached', done: true, title: 'Framme hos den som tog det' }
  const text = noPartners ? 'Ingen väktare här' : undefined
  const step = { id: 'reached', done: false, text }
  if (recipients === 0 || !isOpen(state)) return { ...step, title: 'Framme hos partnerna' }
  return { ...step, title: `På väg ut till ${of(underWay)}` }
}

/** "Framme hos 3, skickat till 4": what more there is to say, if anything. */
function together(...parts: string[]): Pick<Step, 'text'> {
  const text = parts.filter(Boolean).join(', ')
  return text === '' ? {} : { text: text.charAt(0).toUpperCase() + text.slice(1) }
}

function taken({ takenAt, takerName }: Lit): Step {
  if (!takenAt) return { id: 'taken', done: false, title: 'Mottaget' }
  return { id: 'taken', done: true, title: `Mottaget av ${takerName ?? 'en partner'}`, text: at(takenAt) }
}

/** That somebody took it is no word of theirs that they have set off; whoever has arrived had. */
function onTheWay({ state, setOutAt, onSiteAt, companions }: Lit): Step {
  const together = isHeld(state) && companions.length > 0 ? `${companions.length + 1} kommer till dig` : undefined
  const text = together ?? (setOutAt ? at(setOutAt) : undefined)
  return { id: 'on the way', done: (setOutAt ?? onSiteAt) !== null, title: 'På väg', text }
}

function onSite({ onSiteAt }: Lit): Step {
  if (!onSiteAt) return { id: 'on site', done: false, title: 'På plats' }
  return { id: 'on site', done: true, title: 'På plats', text: at(onSiteAt) }
}

const endings = { resolved: 'Avslutat', false_alarm: 'Avslutat som falskt larm', cancelled: 'Avblåst' } as const

function closed(alarm: Lit): Step {
  const { state, isTest, closedAt } = alarm
  if (!closedAt) return { id: 'closed', done: false, title: 'Avslutat' }
  const text = at(closedAt)
  const isOver = isTest && state === 'cancelled'
  if (hasTestFailed(alarm)) return { id: 'closed', done: false, light: 'failed', title: testEndOf(alarm), text }
  const title = isOver ? testEndOf(alarm) : (chosen(endings, state) ?? 'Avslutat')
  return { id: 'closed', done: true, title, text }
}

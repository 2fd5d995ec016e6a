import { chosen } from '~/shared/chosen'
import { formatClock } from '~/shared/time'
import { isHeld, isOpen } from '../alarm'
import type { OwnAlarm } from './alarm-views'

/**
 * One lamp on the member's status line: `lit` when it has happened, `waiting` when it comes next, `dark` before that.
 * On a closed alarm, `out` means that nobody reported it and nobody will; `failed` that it should have happened and did
 * not.
 */
export type Lamp = { id: string; light: 'lit' | 'waiting' | 'dark' | 'out' | 'failed'; title: string; text?: string }

/** The fields that the lamps depend on. */
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

/** No call to a guard is known to have left and none is under way, so nobody who could come knows. An operator may. */
export const hasReachedNoGuard = ({ state, sentTo, underWay, sentElsewhere }: Reach) =>
  state === 'new' && sentTo === sentElsewhere.operators && underWay === 0

type Tested = Pick<OwnAlarm, 'state' | 'isTest' | 'takenAt' | 'sentTo' | 'sentElsewhere' | 'mayHaveCome'>

/** A test has failed if it ended and no call can have reached anybody who can come. */
export const hasTestFailed = ({ state, isTest, takenAt, mayHaveCome }: Tested) =>
  isTest && state === 'cancelled' && !takenAt && !mayHaveCome

/** The result of a test that has ended. */
export function testEndOf(alarm: Tested): string {
  if (hasTestFailed(alarm)) return 'Testet nådde ingen som kan komma'
  const { takenAt, sentTo, sentElsewhere } = alarm
  return takenAt || sentTo > sentElsewhere.operators ? 'Testet är klart' : 'Vi vet inte om testet kom fram'
}

/** Whom it has not reached, as part of a sentence. */
export const noneOf = ({ sentElsewhere }: Pick<OwnAlarm, 'sentElsewhere'>) =>
  sentElsewhere.operators > 0 ? 'någon väktare' : 'någon'

const at = (moment: Date) => `kl. ${formatClock(moment)}`

/** The stages of an alarm from press to end. Only what is known to have happened is lit. */
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

/** Three separate facts: a message was sent, it is known to have arrived, a person has opened it. */
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
    // 'Seen' does not count as 'arrived', which is the provider's report.
    const arrived = reached > seen ? `framme hos ${reached}` : ''
    return { id: 'reached', done: true, title: `Sett av ${of(seen)}`, ...together(arrived, left) }
  }
  if (reached > 0) return { id: 'reached', done: true, title: `Framme hos ${of(reached)}`, ...together(left) }
  if (sentTo > 0) return { id: 'reached', done: true, title: `Skickat till ${of(sentTo)}` }
  // The taker had it before its calls were sent, and those were withdrawn: none is under way.
  if (takenAt) return { id: 'reached', done: true, title: 'Framme hos den som tog det' }
  const text = noPartners ? 'Ingen väktare här' : undefined
  const step = { id: 'reached', done: false, text }
  if (recipients === 0 || !isOpen(state)) return { ...step, title: 'Framme hos partnerna' }
  return { ...step, title: `På väg ut till ${of(underWay)}` }
}

/** "Framme hos 3, skickat till 4": joins the non-empty parts; nothing if all are empty. */
function together(...parts: string[]): Pick<Step, 'text'> {
  const text = parts.filter(Boolean).join(', ')
  return text === '' ? {} : { text: text.charAt(0).toUpperCase() + text.slice(1) }
}

function taken(alarm: Lit): Step {
  const { takenAt, takerName } = alarm
  if (!takenAt) return { id: 'taken', done: false, title: 'Mottaget' }
  const more = hasSetOut(alarm) ? 0 : comingToo(alarm)
  const text = more > 0 ? `${at(takenAt)}, ${more === 1 ? 'en' : more} till kommer också` : at(takenAt)
  return { id: 'taken', done: true, title: `Mottaget av ${takerName ?? 'en partner'}`, text }
}

/** The taker's colleagues who have said that they come too, while the taker still has the alarm. */
const comingToo = ({ state, companions }: Lit) => (isHeld(state) ? companions.length : 0)

/** Taking the alarm is not setting out. Arriving implies it. */
const hasSetOut = ({ setOutAt, onSiteAt }: Lit) => (setOutAt ?? onSiteAt) !== null

function onTheWay(alarm: Lit): Step {
  const { setOutAt } = alarm
  const step = { id: 'on the way', done: hasSetOut(alarm), title: 'På väg' }
  if (!step.done) return step
  const more = comingToo(alarm)
  if (more > 0) return { ...step, text: `${more + 1} kommer till dig` }
  return setOutAt ? { ...step, text: at(setOutAt) } : step
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

import { formatClock } from '~/shared/time'
import { isOpen } from '../../alarm'
import type { FollowedAlarm } from '../../history/alarm-wire'
import { nobodyHere } from '../../raise/raise-words'
import type { WalkState } from '../../walk/walk'
import { tooLong, whatIsSo } from '../how-it-goes-on'

/** What goes on for a member and is theirs to end, as pages beside its own say it: that it is so, and nothing of the words. */
export type GoingOn = {
  id: string
  kind: 'alarm' | 'test' | 'walk'
  /** Nobody has it, or a question waits: in the colour that nothing else has. */
  isUrgent: boolean
  /** No help is known to be on its way. */
  callsFor112: boolean
  title: string
  text: string
  /** What its link says. */
  open: string
}

type Alarm = Pick<
  FollowedAlarm,
  | 'id'
  | 'state'
  | 'isTest'
  | 'origin'
  | 'createdAt'
  | 'takerName'
  | 'setOutAt'
  | 'safeAt'
  | 'toldNobodyAt'
  | 'noPartners'
  | 'sentTo'
  | 'underWay'
  | 'sentElsewhere'
>

/** A walk home that nobody has ended. */
export type OpenWalk = { id: string; state: WalkState; homeAt: Date; dueAt: Date }

/** An alarm first, then a walk home, and a test last: in the order of what it costs to have forgotten it. */
export function goingOnOf(alarms: readonly Alarm[], walk: OpenWalk | null): GoingOn[] {
  const open = alarms.filter(({ state }) => isOpen(state)).map(alarmGoesOn)
  const of = (kind: GoingOn['kind']) => open.filter((one) => one.kind === kind)
  return [...of('alarm'), ...(walk ? [walkGoesOn(walk)] : []), ...of('test')]
}

function alarmGoesOn(alarm: Alarm): GoingOn {
  const isUnanswered = alarm.state === 'new' && !alarm.isTest
  return {
    id: alarm.id,
    kind: alarm.isTest ? 'test' : 'alarm',
    isUrgent: isUnanswered,
    callsFor112: isUnanswered && (alarm.noPartners || alarm.toldNobodyAt !== null),
    title: whatIsSo(alarm),
    text: textOf(alarm),
    open: alarm.isTest ? 'Öppna testlarmet' : 'Öppna larmet',
  }
}

function textOf(alarm: Alarm): string {
  const since =
    alarm.origin === 'walk'
      ? `Du hade inte sagt att du var hemma, så larmet gick kl. ${formatClock(alarm.createdAt)}.`
      : `Skickat kl. ${formatClock(alarm.createdAt)}.`
  if (alarm.isTest) return `${since} Det avslutas av sig självt.`
  if (alarm.safeAt) return `${since} Du har sagt att du är trygg.`
  if (alarm.state !== 'new') return `${since} Är du trygg, säg det på larmets sida.`
  return `${since} ${unanswered(alarm)} Är du trygg, säg det på larmets sida, så blåses det av.`
}

function unanswered(alarm: Alarm): string {
  if (alarm.noPartners) return nobodyHere.title
  return alarm.toldNobodyAt ? `${tooLong(alarm)}.` : 'Ingen har tagit det än.'
}

export function walkGoesOn({ id, state, homeAt, dueAt }: OpenWalk): GoingOn {
  const isAsked = state === 'asked'
  return {
    id,
    kind: 'walk',
    isUrgent: isAsked,
    callsFor112: false,
    title: isAsked ? 'Är du hemma?' : `Följ mig hem: hemma kl. ${formatClock(homeAt)}`,
    text: isAsked
      ? `Svarar du inte går larmet kl. ${formatClock(dueAt)}.`
      : 'Har du inte tryckt Hemma då frågar vi dig. Svarar du inte på det larmar vi.',
    open: isAsked ? 'Svara' : 'Säg att du är hemma',
  }
}

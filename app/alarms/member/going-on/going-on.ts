import { formatClock } from '~/shared/time'
import { isOpen } from '../../alarm'
import type { FollowedAlarm } from '../../history/alarm-wire'
import { nobodyHere } from '../../raise/raise-words'
import type { WalkState } from '../../walk/walk'
import { tooLong, whatIsSo } from '../how-it-goes-on'

/** An open alarm, test or walk home, as the member's other pages announce it. Contains none of the alarm's words. */
export type GoingOn = {
  id: string
  kind: 'alarm' | 'test' | 'walk'
  /** Nobody has the alarm, or the walk's question is open. Shown in the alarm colour, which nothing else uses. */
  isUrgent: boolean
  /** No help is known to be on its way, so the page says to ring 112. */
  callsFor112: boolean
  title: string
  text: string
  /** The link text. */
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

/** A walk home that has not ended. */
export type OpenWalk = { id: string; state: WalkState; homeAt: Date; dueAt: Date }

/** Sorted by what is worst to forget: the alarm, then the walk home, then the test. */
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

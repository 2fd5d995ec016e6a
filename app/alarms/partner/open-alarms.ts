import { formatPostcode } from '~/postcodes/public'
import { formatClock } from '~/shared/time'
import type { PartnerAlarm } from '../history/alarm-views'
import { whoHas } from './parts/who-has'

/** An open alarm as the partner's other pages know it: that it exists and who has it; no person and no words. */
export type OpenAlarm = Pick<
  PartnerAlarm,
  | 'id'
  | 'postcode'
  | 'state'
  | 'isTest'
  | 'isMine'
  | 'isColleagues'
  | 'isComing'
  | 'takerName'
  | 'takerFirstName'
  | 'companions'
  | 'createdAt'
>

/** Alarms that nobody has: these sound, and the menu counts them. Tests are excluded. */
export const waitingOf = (open: readonly OpenAlarm[]) => open.filter(({ state, isTest }) => state === 'new' && !isTest)

/** `alarmId`: the alarm that the banner links to; null for the list. */
export type Banner = { isUrgent: boolean; title: string; text: string; alarmId: string | null }

/** The banner for open alarms. Priority: those that nobody has, one's own, a test, those that others have. */
export function bannerOf(open: readonly OpenAlarm[]): Banner | null {
  const waiting = waitingOf(open).toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const [longest] = waiting
  if (longest) {
    const isOnly = waiting.length === 1
    return {
      isUrgent: true,
      title: isOnly ? `Larm i ${formatPostcode(longest.postcode)}` : `${waiting.length} larm väntar`,
      text: isOnly
        ? `Ingen har larmet. Det har väntat sedan kl. ${formatClock(longest.createdAt)}.`
        : `Ingen har dem. Det äldsta har väntat sedan kl. ${formatClock(longest.createdAt)}.`,
      alarmId: isOnly ? longest.id : null,
    }
  }
  const known = open.find(isOwn) ?? open.find(({ state }) => state === 'new') ?? open[0]
  if (!known) return null
  return {
    isUrgent: false,
    title: `${known.isTest ? 'Testlarm' : 'Larm'} i ${formatPostcode(known.postcode)}`,
    text: known.isComing ? 'Du kommer också.' : `${whoHas(known)}.`,
    alarmId: known.id,
  }
}

const isOwn = ({ isMine, isComing, isTest }: OpenAlarm) => (isMine || isComing) && !isTest

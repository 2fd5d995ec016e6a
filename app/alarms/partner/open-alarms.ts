import { formatPostcode } from '~/postcodes/public'
import { formatClock } from '~/shared/time'
import type { PartnerAlarm } from '../history/alarm-views'
import { whoHas } from './parts/who-has'

/** What pages beside the alarms' own know of one: that it is there and whose, nothing of the person or the words. */
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

/** Those that are somebody's need now: what sounds, and what the menu counts. A test is no need. */
export const waitingOf = (open: readonly OpenAlarm[]) => open.filter(({ state, isTest }) => state === 'new' && !isTest)

/** `alarmId` is the one to open, null when it is the list. */
export type Banner = { isUrgent: boolean; title: string; text: string; alarmId: string | null }

/** What a page says of the alarms that are open: what waits first, then what is one's own, a test, and what others have. */
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

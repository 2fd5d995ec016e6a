import type { IconName } from '~/ui/marks/icon'

/** A shift as the rules see it: its hours, whether somebody has it, and what guards have done about it. */
export type Shift = {
  startsAt: Date
  endsAt: Date
  hasPartner: boolean
  /** Whether a guard is out now, and whether one has been. */
  walk: 'none' | 'open' | 'ended'
}

export type ShiftState = 'free' | 'planned' | 'awaited' | 'walking' | 'walked' | 'missed'

type Tone = 'neutral' | 'spruce' | 'lamp' | 'alarm'

export const shiftStates = {
  free: { label: 'Ledigt', tone: 'lamp', icon: 'info' },
  planned: { label: 'Planerat', tone: 'neutral', icon: 'calendar' },
  awaited: { label: 'Väntar på väktare', tone: 'lamp', icon: 'clock' },
  walking: { label: 'Väktare ute nu', tone: 'spruce', icon: 'lamp' },
  walked: { label: 'Genomfört', tone: 'spruce', icon: 'check' },
  missed: { label: 'Uteblev', tone: 'neutral', icon: 'warning' },
} as const satisfies Record<ShiftState, { label: string; tone: Tone; icon: IconName }>

export function stateOf(shift: Shift, now: Date): ShiftState {
  if (shift.walk === 'open' && now < shift.endsAt) return 'walking'
  if (shift.walk !== 'none') return 'walked'
  if (now >= shift.endsAt) return 'missed'
  if (!shift.hasPartner) return 'free'
  return now < shift.startsAt ? 'planned' : 'awaited'
}

const minute = 60_000
/** A guard is there before the shift begins, and may check in then. */
const earlyMinutes = 30
/** A stop that could not be sent in time is taken for a week, with the time it was made: the phone may lie in a locker until then. */
const lateHours = 7 * 24

/** Why a guard cannot check in to a shift of their company now; null when they can. */
export function whyNotCheckIn({ startsAt, endsAt }: Pick<Shift, 'startsAt' | 'endsAt'>, now: Date): string | null {
  if (now >= endsAt) return 'Passet är slut.'
  if (now.getTime() < startsAt.getTime() - earlyMinutes * minute) {
    return `Det går att checka in ${earlyMinutes} minuter innan passet börjar.`
  }
  return null
}

/**
 * When a stop was made that waited some seconds to be sent: the phone says how long, not when, since its clock may
 * be wrong. Null when that lies outside of the shift, or comes so late that nobody can vouch for it.
 */
export function momentOfStop(
  { startsAt, endsAt }: Pick<Shift, 'startsAt' | 'endsAt'>,
  waitedSeconds: number,
  now: Date,
): Date | null {
  if (now.getTime() > endsAt.getTime() + lateHours * 60 * minute) return null
  const moment = now.getTime() - waitedSeconds * 1000
  const from = startsAt.getTime() - earlyMinutes * minute
  const to = endsAt.getTime() + earlyMinutes * minute
  return moment >= from && moment <= to ? new Date(moment) : null
}

/** What members are told of a guard: never the surname. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

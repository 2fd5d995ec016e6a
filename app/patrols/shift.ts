import type { IconName } from '~/ui/marks/icon'

/** A shift as the rules see it: its hours, who has it, and what guards have done about it. */
export type Shift = {
  startsAt: Date
  endsAt: Date
  hasPartner: boolean
  /** Whether the company that has it may be called now: without that no guard is let out, and no alarm reaches one who is. */
  isCalled: boolean
  /** Whether a guard is checked in and whether one has been; `cut` where their company took away whoever was. */
  walk: 'none' | 'open' | 'cut' | 'ended'
}

export type ShiftState = 'free' | 'planned' | 'awaited' | 'halted' | 'walking' | 'walked' | 'missed'

type Tone = 'neutral' | 'spruce' | 'lamp' | 'alarm'

export const shiftStates = {
  free: { label: 'Ledigt', tone: 'lamp', icon: 'info' },
  planned: { label: 'Planerat', tone: 'neutral', icon: 'calendar' },
  awaited: { label: 'Väntar på väktare', tone: 'lamp', icon: 'clock' },
  halted: { label: 'Får inte gås nu', tone: 'lamp', icon: 'warning' },
  walking: { label: 'Väktare ute nu', tone: 'spruce', icon: 'lamp' },
  walked: { label: 'Genomfört', tone: 'spruce', icon: 'check' },
  missed: { label: 'Uteblev', tone: 'neutral', icon: 'warning' },
} as const satisfies Record<ShiftState, { label: string; tone: Tone; icon: IconName }>

export function stateOf(shift: Shift, now: Date): ShiftState {
  if (now >= shift.endsAt) return shift.walk === 'none' ? 'missed' : 'walked'
  if (shift.walk === 'ended') return 'walked'
  if (!shift.hasPartner) return 'free'
  if (shift.walk === 'open') return shift.isCalled ? 'walking' : 'halted'
  if (now < shift.startsAt) return 'planned'
  return shift.isCalled ? 'awaited' : 'halted'
}

const minute = 60_000
/** A guard is there before the shift begins, and may check in then. */
const earlyMinutes = 30
/** A stop that could not be sent in time is taken for a week, with the time it was made: the phone may lie in a locker until then. */
const lateHours = 7 * 24

/** Why nobody of a company is let out on a shift there; null when they are, as far as the company goes. */
export function whyNotLetOut(company: { isCalled: boolean; isFromAround: boolean }): string | null {
  if (!company.isCalled) return 'Ditt företag får inte gå pass just nu. Hör med dem.'
  if (!company.isFromAround) return 'Kvarteret är inte längre ett av företagets områden.'
  return null
}

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

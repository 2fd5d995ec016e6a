import type { IconName } from '~/ui/marks/icon'

/** A shift as the rules see it: its hours, its partner, and its walks. */
export type Shift = {
  startsAt: Date
  endsAt: Date
  hasPartner: boolean
  /**
   * Whether the company that has the shift may be called now. If not, no guard can check in, and no alarm reaches one
   * who is out.
   */
  isCalled: boolean
  /** Whether a guard is or was checked in. `cut`: the guard who was checked in has been removed by their company. */
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
  // Checked in early and out again before the shift begins: it is still to be walked.
  if (shift.walk === 'ended' && now >= shift.startsAt) return 'walked'
  if (!shift.hasPartner) return 'free'
  if (shift.walk === 'open') return shift.isCalled ? 'walking' : 'halted'
  if (now < shift.startsAt) return 'planned'
  return shift.isCalled ? 'awaited' : 'halted'
}

const minute = 60_000
/** Below this part of the planned time, a walk is not shown as carried out without saying that it was short. */
const shortPart = 0.5

/** A time when somebody was out; `to` is null while they are. */
export type Span = { from: Date; to: Date | null }

/** When somebody was out, whoever it was: walks that overlap or meet are one. `walks` in order of their beginning. */
export function spansOf(walks: readonly Span[]): Span[] {
  const spans: Span[] = []
  for (const { from, to } of walks) {
    const last = spans.at(-1)
    if (!last || (last.to !== null && last.to < from)) spans.push({ from, to })
    else if (last.to !== null && (to === null || to > last.to)) last.to = to
  }
  return spans
}

type Walked = Pick<Shift, 'startsAt' | 'endsAt'> & { state: ShiftState; spans: readonly Span[] }

/** How a past shift is labelled. One on which somebody was out for a small part of the time was not walked as planned. */
export function lookOfPast({ state, startsAt, endsAt, spans }: Walked) {
  const planned = endsAt.getTime() - startsAt.getTime()
  const walked = spans.reduce(
    (sum, { from, to }) => sum + ((to?.getTime() ?? Number.POSITIVE_INFINITY) - from.getTime()),
    0,
  )
  return state === 'walked' && walked < planned * shortPart ? shortWalk : shiftStates[state]
}

const shortWalk = { label: 'Kortare än planerat', tone: 'lamp', icon: 'clock' } as const

/** How early before the shift a guard may check in. */
export const earlyMinutes = 30
/** How late a stop is accepted, with the time it was made: the phone may lie in a locker for a week without sending. */
const lateHours = 7 * 24

/** Why no guard of the company may check in to a shift there. Null as far as the company is concerned. */
export function whyNotLetOut(company: { isCalled: boolean; isFromAround: boolean }): string | null {
  if (!company.isCalled) return 'Ditt företag får inte gå pass just nu. Hör med dem.'
  if (!company.isFromAround) return 'Kvarteret är inte längre ett av företagets områden.'
  return null
}

/** Why a guard cannot check in now, by the shift's hours. Null if they can. */
export function whyNotCheckIn({ startsAt, endsAt }: Pick<Shift, 'startsAt' | 'endsAt'>, now: Date): string | null {
  if (now >= endsAt) return 'Passet är slut.'
  if (now.getTime() < startsAt.getTime() - earlyMinutes * minute) {
    return `Det går att checka in ${earlyMinutes} minuter innan passet börjar.`
  }
  return null
}

/**
 * When a delayed stop was made. The phone sends the delay, not the time, since its clock may be wrong. Null if the time
 * is outside the shift, or the stop comes too late to be trusted.
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

/** The name shown to members: never the surname. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

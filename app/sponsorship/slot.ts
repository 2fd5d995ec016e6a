import type { Plan } from '~/companies/public'
import type { Ore } from '~/shared/money'
import type { Month } from '~/shared/month'

/** The packages that are booked by the month. */
export type SlotKind = Exclude<Plan, 'base'>

/** What an admin may do with a month. Both the page and the use case follow this table. */
type Deed = 'activate' | 'release'

type SlotState = {
  /** Whether the month belongs to the company: others cannot book it, and it counts for the plan. */
  live: boolean
  may: readonly Deed[]
}

export const slotStates = {
  reserved: { live: true, may: ['activate', 'release'] },
  active: { live: true, may: ['release'] },
  ended: { live: false, may: [] },
  released: { live: false, may: [] },
} as const satisfies Record<string, SlotState>

/** The days after its due day for which an unpaid month is kept; then others can book it. */
export const keptUnpaidDays = 14

export type SlotStatus = keyof typeof slotStates

export function mayDo(deed: Deed, status: SlotStatus): boolean {
  const allowed: readonly Deed[] = slotStates[status].may
  return allowed.includes(deed)
}

/** A booked month of either kind. */
export type Slot = {
  id: string
  kind: SlotKind
  month: Month
  status: SlotStatus
  priceOre: Ore
  /** The campaign of a season, shared by its months. */
  campaign: { offerId: string | null; title: string } | null
  bookedAt: Date
  paidAt: Date | null
  releasedAt: Date | null
  releaseReason: string | null
}

export const isLive = ({ status }: Pick<Slot, 'status'>) => slotStates[status].live

type Shown = { label: string; tone: 'neutral' | 'spruce' | 'lamp'; icon: 'clock' | 'check' | 'info' }

/** The label for the company and for admins. Not what everybody is shown: see `badgeStep`. */
export function slotLabel({ status, paidAt }: Pick<Slot, 'status' | 'paidAt'>): Shown {
  if (status === 'reserved') return { label: 'Ansökt', tone: 'lamp', icon: 'clock' }
  if (status === 'active') return { label: 'Betald', tone: 'spruce', icon: 'check' }
  if (status === 'released') return { label: 'Släppt', tone: 'neutral', icon: 'info' }
  return paidAt
    ? { label: 'Betald och avslutad', tone: 'neutral', icon: 'check' }
    : { label: 'Avslutad utan betalning', tone: 'neutral', icon: 'info' }
}

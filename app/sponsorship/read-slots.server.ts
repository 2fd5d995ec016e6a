import { type Plan, packageOf } from '~/companies/public'
import { type Listing, readCallStanding, readListing } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { formatOre } from '~/shared/money'
import { monthName, monthOf } from '~/shared/month'
import { formatDay } from '~/shared/time'
import { type BadgeStep, badgeStep, badgesOf, planStep, type SeenWhen } from './badges'
import { isLive, mayDo, type Slot, slotLabel } from './slot'
import { readSlotsOf } from './slot-store.server'

/** A booked month as pages show it. */
export type SlotShown = ReturnType<typeof shown>

export function shown(slot: Slot, when: SeenWhen) {
  return {
    id: slot.id,
    month: monthName(slot.month),
    packageName: packageOf(slot.kind).name,
    campaign: slot.campaign?.title ?? null,
    price: formatOre(slot.priceOre),
    state: slotLabel(slot),
    booked: formatDay(slot.bookedAt),
    paid: slot.paidAt && formatDay(slot.paidAt),
    isFor: (when.isHidden ? isForHidden : isFor)[badgeStep(slot, when)],
    releaseReason: slot.releaseReason,
    mayActivate: mayDo('activate', slot.status),
    mayRelease: mayDo('release', slot.status),
  }
}

/** Who can see the month, said beside it. */
const isFor = {
  applied: 'Grannarna ser den när den är betald och har börjat.',
  unapproved: 'Grannarna ser den när företaget är godkänt och den har börjat.',
  hidden: 'Grannarna ser den inte så länge företaget är dolt.',
  'to come': 'Grannarna ser den när den börjar.',
  shown: 'Grannarna ser den nu.',
  over: null,
} as const satisfies Record<BadgeStep, string | null>

const isForHidden = { ...isFor, applied: 'Grannarna ser den när den är betald och företaget visas igen.' }

const seenWhen = ({ isApproved, isHidden }: Listing, now: Date) => ({ isApproved, isHidden, current: monthOf(now) })

/** Groups slots by application, which is paid as a whole: a sponsor's month, or a season's months. */
function applicationsOf(slots: readonly Slot[], when: SeenWhen) {
  const keyOf = (slot: Slot) => slot.campaign?.offerId ?? slot.id
  return Map.groupBy(slots, keyOf)
    .values()
    .toArray()
    .map((together) => {
      const unpaid = together.filter(({ status }) => mayDo('activate', status))
      return {
        unpaidSlots: unpaid.map(({ id }) => id).join(','),
        unpaidTotal: unpaid.length > 0 ? formatOre(sum(unpaid)) : null,
        slots: together.toSorted((a, b) => a.month.localeCompare(b.month)).map((slot) => shown(slot, when)),
      }
    })
}

const sum = (slots: readonly Slot[]) => slots.reduce((total, { priceOre }) => total + priceOre, 0)

/** An admin reads a company's months, for parts/slots-section.tsx. */
export async function readSlotsForAdmin({ db, clock }: House, signedIn: SignedIn, companyId: string) {
  onlyAdmin(signedIn)
  const listing = await readListing(db, { id: companyId }, 'look')
  if (!listing) return { applications: [], planInWords: '' }
  const slots = await readSlotsOf(db, companyId)
  const when = seenWhen(listing, clock.now())
  return {
    applications: applicationsOf(slots, when),
    planInWords: inWords(listing.plan, planStep(slots, listing.plan, when)),
  }
}

export type ApplicationsShown = Awaited<ReturnType<typeof readSlotsForAdmin>>['applications']

/** A company reads its plan for its overview, with how far it has come. */
export async function readPlanInWords({ db, clock }: Pick<House, 'db' | 'clock'>, { person }: SignedIn) {
  const listing = await readListing(db, { ownerId: person.id }, 'look')
  if (!listing) return null
  const when = seenWhen(listing, clock.now())
  return inWords(listing.plan, planStep(await readSlotsOf(db, listing.id), listing.plan, when))
}

/** "Huvudsponsor (ansökt)" */
const inWords = (plan: Plan, step: string | null) => packageOf(plan).name + (step ? ` (${step})` : '')

/** A company reads its package, its months, and which are paid. */
export async function readPackage({ db, clock }: House, { person }: SignedIn) {
  const listing = await readListing(db, { ownerId: person.id }, 'look')
  if (!listing) return null
  const now = clock.now()
  const when = seenWhen(listing, now)
  const slots = await readSlotsOf(db, listing.id)
  const live = slots.filter(isLive)
  const { plan } = listing
  const { whyNotCalled } = await readCallStanding(db, listing.id, now)
  return {
    plan,
    planStep: planStep(slots, plan, when),
    isApproved: listing.isApproved,
    isHidden: listing.isHidden,
    badges: badgesOf(slots.filter((slot) => badgeStep(slot, when) === 'shown')),
    takesAlarms: whyNotCalled === null,
    unpaid: totalOf(live.filter(({ status }) => status === 'reserved')),
    paid: totalOf(live.filter(({ status }) => status === 'active')),
    live: live.toReversed().map((slot) => shown(slot, when)),
    past: slots.filter((slot) => !isLive(slot)).map((slot) => shown(slot, when)),
  }
}

/** A company's booked months that are not over, which the hourly sweep lets go of once the company has closed. */
export async function readMonthsLetGo(db: Database, companyId: string, now: Date) {
  const live = (await readSlotsOf(db, companyId)).filter((slot) => isLive(slot) && slot.month >= monthOf(now))
  const inOrder = live.toSorted((one, other) => one.month.localeCompare(other.month))
  return inOrder.map(({ kind, month, status }) => ({
    name: `${packageOf(kind).name} ${monthName(month)}`,
    isPaid: status === 'active',
  }))
}

const totalOf = (slots: readonly Slot[]) => ({ count: slots.length, sum: formatOre(sum(slots)) })

export type PackageShown = NonNullable<Awaited<ReturnType<typeof readPackage>>>

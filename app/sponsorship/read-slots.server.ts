import { packageOf } from '~/companies/public'
import { readListing } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatOre } from '~/shared/money'
import { monthName, monthOf } from '~/shared/month'
import { formatDay } from '~/shared/time'
import { badgesOf } from './badges'
import { isLive, mayDo, type Slot, slotLabel } from './slot'
import { readSlotsOf } from './slot-store.server'

/** A booked month as pages show it. */
export type SlotShown = ReturnType<typeof shown>

export function shown(slot: Slot) {
  return {
    id: slot.id,
    month: monthName(slot.month),
    packageName: packageOf(slot.kind).name,
    campaign: slot.campaign?.title ?? null,
    price: formatOre(slot.priceOre),
    state: slotLabel(slot),
    booked: formatDay(slot.bookedAt),
    paid: slot.paidAt && formatDay(slot.paidAt),
    releaseReason: slot.releaseReason,
    mayActivate: mayDo('activate', slot.status),
    mayRelease: mayDo('release', slot.status),
  }
}

/** What a company applied for at once and pays for at once: a sponsor's month, or a season's. */
function applicationsOf(slots: readonly Slot[]) {
  const keyOf = (slot: Slot) => slot.campaign?.offerId ?? slot.id
  return Map.groupBy(slots, keyOf)
    .values()
    .toArray()
    .map((together) => {
      const unpaid = together.filter(({ status }) => mayDo('activate', status))
      return {
        unpaidSlots: unpaid.map(({ id }) => id).join(','),
        unpaidTotal: unpaid.length > 0 ? formatOre(sum(unpaid)) : null,
        slots: together.toSorted((a, b) => a.month.localeCompare(b.month)).map(shown),
      }
    })
}

const sum = (slots: readonly Slot[]) => slots.reduce((total, { priceOre }) => total + priceOre, 0)

/** An admin, about any company: its months, as parts/slots-section.tsx shows them. */
export async function readSlotsForAdmin({ db }: House, signedIn: SignedIn, companyId: string) {
  onlyAdmin(signedIn)
  return applicationsOf(await readSlotsOf(db, companyId))
}

export type ApplicationsShown = Awaited<ReturnType<typeof readSlotsForAdmin>>

/** A company, about itself: its package, its months, what is paid and what is not. */
export async function readPackage({ db, clock }: House, { person }: SignedIn) {
  const listing = await readListing(db, { ownerId: person.id }, 'look')
  if (!listing) return null
  const current = monthOf(clock.now())
  const slots = await readSlotsOf(db, listing.id)
  const live = slots.filter(isLive)
  const { plan } = listing
  return {
    plan,
    badges: badgesOf(slots.filter(({ month }) => month === current)),
    isPartner: listing.isPartner,
    // Chosen when signing up, with no month booked yet.
    waitsForMonth: plan !== 'base' && !live.some(({ kind }) => kind === plan),
    unpaid: totalOf(live.filter(({ status }) => status === 'reserved')),
    paid: totalOf(live.filter(({ status }) => status === 'active')),
    live: live.toReversed().map(shown),
    past: slots.filter((slot) => !isLive(slot)).map(shown),
  }
}

const totalOf = (slots: readonly Slot[]) => ({ count: slots.length, sum: formatOre(sum(slots)) })

export type PackageShown = NonNullable<Awaited<ReturnType<typeof readPackage>>>

import { formatPostcode } from '~/postcodes/public'

/** Rules of reviews (omdöme) of completed jobs; an administrator's review of a company is in slice companies. */

export const EDIT_DAYS = 14
export const longestWords = 2000

export const starWords = {
  5: 'Mycket bra',
  4: 'Bra',
  3: 'Helt okej',
  2: 'Mindre bra',
  1: 'Dåligt',
} as const

export type Stars = keyof typeof starWords

/** The last moment when the author may change the review. */
export function editableUntil(writtenAt: Date): Date {
  return new Date(writtenAt.getTime() + EDIT_DAYS * 24 * 3_600_000)
}

export type MayReview = { may: true } | { may: false; because: string }

/** Whether the member who booked may write or rewrite the review; if not, why, in words for them. */
export function mayWrite(
  booking: { status: string },
  review: { writtenAt: Date; isHidden: boolean } | null,
  now: Date,
): MayReview {
  if (booking.status !== 'completed') {
    return { may: false, because: 'Du kan lämna ett omdöme när bokningen är genomförd.' }
  }
  if (review?.isHidden) return { may: false, because: 'Omdömet är dolt och går inte att ändra.' }
  if (review && now > editableUntil(review.writtenAt)) {
    return { may: false, because: `Ett omdöme går att ändra i ${EDIT_DAYS} dagar.` }
  }
  return { may: true }
}

/** What a form showed of the review: it is sent along, so that a form from before the last change replaces nothing. */
export const versionOf = (review: { writtenAt: Date; editedAt: Date | null } | null | undefined) =>
  review ? (review.editedAt ?? review.writtenAt).toISOString() : 'none'

/** The author's public name: the first name only, or the postcode when the account has been deleted. */
export function authorName(fullName: string | null, postcode: string): string {
  const [first] = fullName?.trim().split(/\s+/) ?? []
  return first || `Granne i ${formatPostcode(postcode)}`
}

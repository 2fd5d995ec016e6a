import { isNameIn } from '~/shared/chosen'
/**
 * How an administrator has looked at a company. It is visible from the start, so that nobody waits for us;
 * it is looked at afterwards, and may be hidden.
 */
export type ReviewState = 'waiting' | 'approved' | 'hidden'
export type ReviewDeed = 'approve' | 'hide' | 'restore'

export const reviewStateLabels = {
  waiting: 'Att granska',
  approved: 'Godkänt',
  hidden: 'Dolt',
} as const satisfies Record<ReviewState, string>

/** What may be done in each state. Whoever restores a company has looked at it. */
const mayBeDone = {
  waiting: ['approve', 'hide'],
  approved: ['hide'],
  hidden: ['restore'],
} as const satisfies Record<ReviewState, readonly ReviewDeed[]>

export const stateAfter = {
  approve: 'approved',
  hide: 'hidden',
  restore: 'approved',
} as const satisfies Record<ReviewDeed, ReviewState>

type Reviewed = { state: ReviewState; isGone: boolean }

/** A company that its owner has closed is beyond all of them. */
export function mayReview({ state, isGone }: Reviewed, deed: ReviewDeed): boolean {
  return !isGone && (mayBeDone[state] as readonly ReviewDeed[]).includes(deed)
}

/** The lists an administrator chooses between; the address says which. */
export const reviewLists = {
  all: 'Alla',
  waiting: 'Att granska',
  approved: 'Godkända',
  hidden: 'Dolda',
  deleted: 'Borttagna',
} as const
export type ReviewList = keyof typeof reviewLists

export function reviewListFrom(text: string | null): ReviewList {
  return isNameIn(reviewLists, text) ? text : 'all'
}

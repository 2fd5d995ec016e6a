import { isNameIn } from '~/shared/chosen'
/**
 * How an administrator has looked at a company. It is visible from the start, so that nobody waits for us;
 * it is looked at afterwards, and may be hidden. One that was approved and asks for another name or number waits
 * again, under those that were approved.
 */
export type ReviewState = 'waiting' | 'approved' | 'hidden'
export type ReviewDeed = 'approve' | 'decline' | 'hide' | 'restore'

export const reviewStateLabels = {
  waiting: 'Att granska',
  approved: 'Godkänt',
  hidden: 'Dolt',
} as const satisfies Record<ReviewState, string>

/** What may be done in each state. Whoever restores a company has looked at it. */
const mayBeDone = {
  waiting: ['approve', 'decline', 'hide'],
  approved: ['hide'],
  hidden: ['restore'],
} as const satisfies Record<ReviewState, readonly ReviewDeed[]>

/** `asks`: the company has asked for another name or number. */
export type Reviewed = { state: ReviewState; isGone: boolean; asks: boolean }

/** A company that its owner has closed is beyond all of them; only what was asked for can be declined. */
export function mayReview({ state, isGone, asks }: Reviewed, deed: ReviewDeed): boolean {
  if (isGone || (deed === 'decline' && !asks)) return false
  return (mayBeDone[state] as readonly ReviewDeed[]).includes(deed)
}

/** One that is shown again with something asked for waits for a yes to that. */
export function stateAfter(deed: ReviewDeed, { asks }: Pick<Reviewed, 'asks'>): ReviewState {
  if (deed === 'hide') return 'hidden'
  return deed === 'restore' && asks ? 'waiting' : 'approved'
}

/** A yes to a name is to the one that was seen. */
export const looksAtName = {
  approve: true,
  decline: true,
  hide: false,
  restore: true,
} as const satisfies Record<ReviewDeed, boolean>

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

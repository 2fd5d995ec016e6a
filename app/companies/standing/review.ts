import { isNameIn } from '~/shared/chosen'
/**
 * The review of a company. Reviewed after the fact: a company is visible from the start, so that it need not wait for
 * us, and may be hidden later. An approved company that asks for another name or number is 'waiting' again, under the
 * approved ones.
 */
export type ReviewState = 'waiting' | 'approved' | 'hidden'
export type ReviewDeed = 'approve' | 'decline' | 'hide' | 'restore'

export const reviewStateLabels = {
  waiting: 'Att granska',
  approved: 'Godkänt',
  hidden: 'Dolt',
} as const satisfies Record<ReviewState, string>

/** The actions in each state. Restoring a company implies having reviewed it. */
const mayBeDone = {
  waiting: ['approve', 'decline', 'hide'],
  approved: ['hide'],
  hidden: ['restore'],
} as const satisfies Record<ReviewState, readonly ReviewDeed[]>

/** `asks`: the company has asked for another name or number. */
export type Reviewed = { state: ReviewState; isGone: boolean; asks: boolean }

/** Nothing can be done with a removed company. 'decline' needs a proposed name or number. */
export function mayReview({ state, isGone, asks }: Reviewed, deed: ReviewDeed): boolean {
  if (isGone || (deed === 'decline' && !asks)) return false
  return (mayBeDone[state] as readonly ReviewDeed[]).includes(deed)
}

/** A restored company with a proposed name still waits for the decision on that. */
export function stateAfter(deed: ReviewDeed, { asks }: Pick<Reviewed, 'asks'>): ReviewState {
  if (deed === 'hide') return 'hidden'
  return deed === 'restore' && asks ? 'waiting' : 'approved'
}

/** Whether the action decides on a name. It must then carry the version that the administrator saw. */
export const looksAtName = {
  approve: true,
  decline: true,
  hide: false,
  restore: true,
} as const satisfies Record<ReviewDeed, boolean>

/** The administrators' lists, chosen by the address. */
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

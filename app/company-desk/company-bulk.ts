import type { ReviewDeed } from '~/companies/public'
import { namesOf } from '~/shared/chosen'

/** The actions that can be done for several ticked companies. */
export type CompanyBulkDeed = 'approve company' | 'hide company' | 'restore company'

export const companyBulkLabels = {
  'approve company': 'Godkänn',
  'hide company': 'Dölj',
  'restore company': 'Visa igen',
} as const satisfies Record<CompanyBulkDeed, string>

/** Which companies an action applies to, shown before it starts. The others are skipped. */
export const companyBulkHints = {
  'approve company': 'De som väntar på granskning.',
  'hide company': 'De som syns. Varje företag får ett mejl med skälet.',
  'restore company': 'De som är dolda. Varje företag får ett mejl.',
} as const satisfies Record<CompanyBulkDeed, string>

export const reviewDeedOf = {
  'approve company': 'approve',
  'hide company': 'hide',
  'restore company': 'restore',
} as const satisfies Record<CompanyBulkDeed, ReviewDeed>

export const companyBulkDeeds = namesOf(companyBulkLabels)

/** "3 valda företag" */
export const chosenWords = (count: number) => (count === 1 ? 'Ett valt företag' : `${count} valda företag`)

/** The next company of a job: by id, newest first. */
export function nextChosen(chosen: readonly string[], reached: string | null): string | null {
  const left = chosen.filter((id) => reached === null || id < reached)
  return left.toSorted().at(-1) ?? null
}

import { z } from 'zod'
import type { ReviewDeed } from '~/companies/public'
import { namesOf } from '~/shared/chosen'
import { anId } from '~/shared/id'

/** One deed for several companies, ticked in the administrators' list. */
export type CompanyBulkDeed = 'approve company' | 'hide company' | 'restore company'

export const companyBulkLabels = {
  'approve company': 'Godkänn',
  'hide company': 'Dölj',
  'restore company': 'Visa igen',
} as const satisfies Record<CompanyBulkDeed, string>

/** Whom a deed passes by, said before it begins. */
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

export const mostChosen = 100

/** The companies that an address or a form names; nonsense among them is passed over. */
export function chosenFrom(ids: readonly string[]): string[] {
  const known = ids.flatMap((id) => anId().safeParse(id.toLowerCase()).data ?? [])
  return [...new Set(known)].slice(0, mostChosen)
}

const seenForm = z.record(anId(), z.int().min(1))

/** Which version of each company's name the form showed; nothing where it says nothing that can be read. */
export function seenFrom(text: string | undefined): Record<string, number> {
  try {
    return seenForm.catch({}).parse(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}

/** "3 valda företag" */
export const chosenWords = (count: number) => (count === 1 ? 'Ett valt företag' : `${count} valda företag`)

/** Jobs go by id, newest first. */
export function nextChosen(chosen: readonly string[], reached: string | null): string | null {
  const left = chosen.filter((id) => reached === null || id < reached)
  return left.toSorted().at(-1) ?? null
}

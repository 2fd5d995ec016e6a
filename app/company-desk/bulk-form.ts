import { z } from 'zod'
import { anId } from '~/shared/id'

export const mostChosen = 100

/** Parses company ids from an address or a form. Invalid ones are ignored. */
export function chosenFrom(ids: readonly string[]): string[] {
  const known = ids.flatMap((id) => anId().safeParse(id.toLowerCase()).data ?? [])
  return [...new Set(known)].slice(0, mostChosen)
}

const seenForm = z.record(anId(), z.int().min(1))

/** The version of each company's name that the form showed. Empty if it cannot be parsed. */
export function seenFrom(text: string | undefined): Record<string, number> {
  try {
    return seenForm.catch({}).parse(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}

import type { z } from 'zod'
import { accepted, type Outcome, refused } from './outcome'
import { wellFormed } from './text'

/** What was typed, by field name, fit to be kept; a file or a field sent twice is not something anybody typed. */
export function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = wellFormed(value)
  return values
}

/** By the name of its field: what is typed again rather than sent back to the page. */
export const isSecret = (name: string): boolean => /password|secret|passkey$|(?<!post)code/i.test(name)

export function keptValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name)))
}

/** Reads a form by its schema; the first message of each field is the one shown. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  values: Record<string, string>,
  title: string,
): Outcome<z.output<Schema>> {
  const read = schema.safeParse(values)
  if (read.success) return accepted(read.data)
  const fields: Record<string, string> = {}
  for (const issue of read.error.issues) {
    const name = String(issue.path[0] ?? '')
    fields[name] ??= issue.message
  }
  return refused(title, { fields })
}

import type { z } from 'zod'
import { accepted, type Outcome, refused } from './outcome'
import { wellFormed } from './text'

/** The typed values by field name, in well-formed Unicode. Ignores files; of a repeated field the last value counts. */
export function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = wellFormed(value)
  return values
}

/** Whether a field of this name holds a secret. Such values are never echoed back to the page, but typed again. */
export const isSecret = (name: string): boolean => /password|secret|passkey$|(?<!post)code/i.test(name)

export function keptValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name)))
}

/** Validates a form by its schema. Each field shows its first error only. */
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

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

/** The names of the fields as the schema lists them, also of one that is transformed or prepared. */
function fieldsOf({ _zod: { def } }: z.core.$ZodType): string[] {
  if ('shape' in def) return Object.keys(def.shape as object)
  const { in: before, out: after } = def as { in?: z.core.$ZodType; out?: z.core.$ZodType }
  const named = before ? fieldsOf(before) : []
  return named.length > 0 || !after ? named : fieldsOf(after)
}

/**
 * Validates a form by its schema. Each field shows its first error only. They are in the order of the fields, as on the
 * page: zod reports rules about several fields last.
 */
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
  const order = fieldsOf(schema)
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const told = Object.entries(fields).sort(([one], [other]) => place(one) - place(other))
  return refused(title, { fields: Object.fromEntries(told) })
}

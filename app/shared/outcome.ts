/**
 * What a use case answers. A refusal is an expected "no" with Swedish words for the person who asked;
 * faults are thrown, and so are 401, 403 and 404.
 */
export type Outcome<Value> = { ok: true; value: Value } | Refusal

export type Refusal = {
  ok: false
  /** The heading of the notice, in the specification's words where it has them. */
  title: string
  /** One sentence that says what to do; empty when the fields say it. */
  message: string
  /** Field name to message. */
  fields: Record<string, string>
}

export function accepted<Value>(value: Value): Outcome<Value> {
  return { ok: true, value }
}

export function refused(title: string, rest: { message?: string; fields?: Record<string, string> } = {}): Refusal {
  return { ok: false, title, message: rest.message ?? '', fields: rest.fields ?? {} }
}

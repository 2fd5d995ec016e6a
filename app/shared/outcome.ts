/**
 * What a use case answers. A refusal is an expected "no" with Swedish words for the person who asked; a dead end has no
 * words, since there is nothing to say it about. Faults are thrown, and so is `TurnedAway` (app/door), by whoever may not
 * ask at all.
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

/**
 * The ways in which there is nothing to answer about. A use case or a reader that can end so has it in its type, beside
 * its outcome or what it reads, and a page gets no further before it has asked `orAnswer` (app/door).
 */
export type DeadEnd = NotThere | Gone | NotAsked
/** It never was, or it is somebody else's, which is answered alike. */
export type NotThere = { ok: false; end: 'not there' }
/** It was there for everybody, and is not any more. */
export type Gone = { ok: false; end: 'gone' }
/** No form of ours asks for that. */
export type NotAsked = { ok: false; end: 'not asked' }

export const notThere: NotThere = Object.freeze({ ok: false, end: 'not there' })
export const gone: Gone = Object.freeze({ ok: false, end: 'gone' })
export const notAsked: NotAsked = Object.freeze({ ok: false, end: 'not asked' })

export function accepted<Value>(value: Value): Outcome<Value> {
  return { ok: true, value }
}

export function refused(title: string, rest: { message?: string; fields?: Record<string, string> } = {}): Refusal {
  return { ok: false, title, message: rest.message ?? '', fields: rest.fields ?? {} }
}

/** What a reader found, for the page that shows it. */
export type ReadBy<Reader extends (...given: never[]) => unknown> = Exclude<Awaited<ReturnType<Reader>>, DeadEnd>

/** Of what may be an outcome, something that was read, or a dead end. */
export function isDeadEnd(result: unknown): result is DeadEnd {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false && 'end' in result
}

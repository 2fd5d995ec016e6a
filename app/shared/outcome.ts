/**
 * The result of a use case. A refusal is an expected "no" with Swedish words for the person. A dead end has no words,
 * since there is nothing to talk about. Faults are thrown, and so is `TurnedAway` (app/door) when the person may not
 * ask at all.
 */
export type Outcome<Value> = { ok: true; value: Value } | Refusal

export type Refusal = {
  ok: false
  /** Heading of the notice, in the specification's words where it has them. */
  title: string
  /** One sentence that says what to do; empty if the field messages say it. */
  message: string
  /** Field name to message. */
  fields: Record<string, string>
}

/**
 * Results without anything to show. A use case or reader that can end so has `DeadEnd` in its type, and the compiler
 * forces a page to call `orAnswer` (app/door) before it can use the result.
 */
export type DeadEnd = NotThere | Gone | NotAsked
/**
 * It does not exist, or belongs to somebody else; both get the same answer (404), so that existence is not revealed.
 */
export type NotThere = { ok: false; end: 'not there' }
/** It was public, and no longer exists (410). */
export type Gone = { ok: false; end: 'gone' }
/** The request is not one that any of our forms sends (400). */
export type NotAsked = { ok: false; end: 'not asked' }

// Marked as pure, so that a page's script leaves out those that it does not use.
export const notThere: NotThere = /* @__PURE__ */ Object.freeze({ ok: false, end: 'not there' })
export const gone: Gone = /* @__PURE__ */ Object.freeze({ ok: false, end: 'gone' })
export const notAsked: NotAsked = /* @__PURE__ */ Object.freeze({ ok: false, end: 'not asked' })

export function accepted<Value>(value: Value): Outcome<Value> {
  return { ok: true, value }
}

/** Marked as free of side effects, so that a page's script leaves out the refusals that it does not use. */
/* @__NO_SIDE_EFFECTS__ */
export function refused(title: string, rest: { message?: string; fields?: Record<string, string> } = {}): Refusal {
  return { ok: false, title, message: rest.message ?? '', fields: rest.fields ?? {} }
}

/** What a reader returns, without dead ends: for the page that shows it. */
export type ReadBy<Reader extends (...given: never[]) => unknown> = Exclude<Awaited<ReturnType<Reader>>, DeadEnd>

/** Type guard for any result. */
export function isDeadEnd(result: unknown): result is DeadEnd {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false && 'end' in result
}

/** Attributes of a span: counts, lengths, fixed words and ids. Never personal data or what people wrote. */
export type Facts = Record<string, string | number | boolean>

/** A span that is still open. */
export type Span = {
  note(facts: Facts): void
  /** Renames the span: what it was may be known only at its end. */
  call(name: string): void
  /** Marks the span as failed, or without a result. */
  fail(): void
  /** Excludes the trace from export. */
  leaveOut(): void
}

export type Work<Value> = (span: Span) => Promise<Value>

/**
 * Tracing to the operator's collector. Something that outlives a process, such as an alarm, has a trace id derived from
 * its own id (trace-ids.ts): any process that works on it knows its trace, and nothing about traces is stored in the
 * database.
 */
export type Tracing = {
  /** Runs an incoming request as the root of its own trace, with the request number shown to the visitor as its id. */
  begin<Value>(number: string, work: Work<Value>): Promise<Value>
  /** Moves the current root into the trace of `id`; as its first span if it created that thing. */
  join(id: string, as: 'its beginning' | 'a part'): void
  /**
   * Runs work on several things as a root in each of their traces. `earlier`: a step that was done before for many at
   * once.
   */
  about<Value>(ids: readonly string[], name: string, earlier: Earlier | null, work: Work<Value>): Promise<Value>
  /** Runs work as a child span of the current one; untraced if there is none. */
  part<Value>(name: string, work: Work<Value>): Promise<Value>
  /** Exports what is left, with a short time limit. */
  close(): Promise<void>
}

export type Earlier = { name: string; fromMs: number; untilMs: number }

const nothing: Span = { note() {}, call() {}, fail() {}, leaveOut() {} }

/** Null object: no collector is configured. */
export const untraced: Tracing = {
  begin: (_, work) => work(nothing),
  join() {},
  about: (_ids, _name, _earlier, work) => work(nothing),
  part: (_, work) => work(nothing),
  async close() {},
}

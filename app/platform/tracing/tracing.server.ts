/** Counts, lengths, words of ours and ids: never who, where or what anybody wrote. */
export type Facts = Record<string, string | number | boolean>

/** What is being done, while it is done. */
export type Span = {
  note(facts: Facts): void
  /** What it was is known when it is over. */
  call(name: string): void
  /** It ended in a fault of ours, or in nothing. */
  fail(): void
  /** Nobody will look for it. */
  leaveOut(): void
}

export type Work<Value> = (span: Span) => Promise<Value>

/**
 * Tells a collector of the operator's what was done for how long, and as part of what. A thing that outlives a process, such as an
 * alarm, has a trace whose id is its own (trace-ids.ts): whoever does something about it, in whatever process, knows
 * where that belongs, and nothing of it is kept in the database.
 */
export type Tracing = {
  /** Something that comes from outside: a trace of its own, by the number that whoever asked is told. */
  begin<Value>(number: string, work: Work<Value>): Promise<Value>
  /** What is being done here turns out to be about this: it moves over to its trace, and is the first of it if it made it. */
  join(id: string, as: 'its beginning' | 'a part'): void
  /** Something that is done about these, each of which is to know of it. `earlier` was done for many at once. */
  about<Value>(ids: readonly string[], name: string, earlier: Earlier | null, work: Work<Value>): Promise<Value>
  /** A part of what is being done here; of nothing, where nothing is. */
  part<Value>(name: string, work: Work<Value>): Promise<Value>
  /** Sends what is left, for a moment. */
  close(): Promise<void>
}

export type Earlier = { name: string; fromMs: number; untilMs: number }

const nothing: Span = { note() {}, call() {}, fail() {}, leaveOut() {} }

/** Where nobody collects. */
export const untraced: Tracing = {
  begin: (_, work) => work(nothing),
  join() {},
  about: (_ids, _name, _earlier, work) => work(nothing),
  part: (_, work) => work(nothing),
  async close() {},
}

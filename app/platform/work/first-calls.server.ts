/** A message that was claimed in the commit that inserted it, for the process that made the commit. */
export type ClaimedCall = { id: string; channel: string }

/**
 * Reserved send slots for the first messages of an alarm that is being committed. The caller must end the reservation
 * by exactly one of these three methods.
 */
export type Places = {
  /** When the lease that the commit takes on its messages ends. */
  until: Date
  /** The commit succeeded: the messages are sent now, without waiting for a NOTIFY. */
  fill(calls: readonly ClaimedCall[]): void
  /** Nothing was committed: the slots are free again. */
  free(): void
  /**
   * The outcome of the commit is unknown: any lease it took is released at once, so that every process may claim the
   * messages.
   */
  lose(): void
}

/**
 * Reserves send slots in this process's engine for the messages an alarm's commit is about to claim, so many per
 * channel. Null if there is no room, others are waiting, or the engine is stopping: then the messages are queued for
 * any process, which is always correct.
 */
export type FirstCalls = {
  keep(alarmId: string, ofEach: Readonly<Record<string, number>>): Places | null
}

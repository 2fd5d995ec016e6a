/** A message that a commit has claimed for the very process that made it. */
export type ClaimedCall = { id: string; channel: string }

/** Places that are kept for the first messages of an alarm which is being committed. Ends by one of the three. */
export type Places = {
  /** Until when the claim in the commit lasts. */
  until: Date
  /** The commit is there: they leave now, without anybody having to hear of them. */
  fill(calls: readonly ClaimedCall[]): void
  /** Nothing was committed. */
  free(): void
  /** Nobody knows whether it was: what it claimed, if anything, is anybody's at once. */
  lose(): void
}

/**
 * The engine of this process, for the commit of an alarm: so many of each way may be claimed with it. Null when they are to be
 * queued as for any process, which is always well: there is no room, others wait already, or the engine stops.
 */
export type FirstCalls = {
  keep(alarmId: string, ofEach: Readonly<Record<string, number>>): Places | null
}

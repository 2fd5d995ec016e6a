/** A group of faults: the same kind of error in the same place is one group, however often it occurs. */
export type FaultGroup = {
  kind: string
  place: string
  frames: string[]
}

/** About as many groups as somebody will read on a page. Beyond that, read the log. */
export const mostGroups = 500
/** How many request ids are kept for each group, the latest ones. */
export const mostRequests = 200

const longestKind = 120
const longestPlace = 200

export function groupOf(broke: { kind: string; code?: string; at: readonly string[] }, place: string): FaultGroup {
  const kind = broke.code === undefined ? broke.kind : `${broke.kind} ${broke.code}`
  return { kind: kind.slice(0, longestKind), place: place.slice(0, longestPlace) || '…', frames: [...broke.at] }
}

/**
 * The key by which faults are grouped. Line numbers and file names change with every release; function names rarely do.
 */
export function commonTo({ kind, place, frames: [first = ''] }: FaultGroup): string {
  const called = /^at (?:async )?(?:new )?([^\s(]+) \(/.exec(first)?.[1] ?? ''
  return [kind, place, called].join('\n')
}

export type FaultState = 'open' | 'back' | 'mended'

export function stateOf({ mendedAt, cameBack }: { mendedAt: Date | null; cameBack: boolean }): FaultState {
  if (mendedAt !== null) return 'mended'
  return cameBack ? 'back' : 'open'
}

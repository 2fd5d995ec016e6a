/** What broke in the same way in the same place is one, however often. */
export type FaultGroup = {
  kind: string
  place: string
  frames: string[]
}

/** As many as one page of somebody's patience: past it the log is read. */
export const mostGroups = 500
/** Numbers that are kept of each, the latest. */
export const mostRequests = 200

const longestKind = 120
const longestPlace = 200

export function groupOf(broke: { kind: string; code?: string; at: readonly string[] }, place: string): FaultGroup {
  const kind = broke.code === undefined ? broke.kind : `${broke.kind} ${broke.code}`
  return { kind: kind.slice(0, longestKind), place: place.slice(0, longestPlace) || '…', frames: [...broke.at] }
}

/** What two faults have in common that are one. Lines and files change with every release, what a function is called hardly does. */
export function commonTo({ kind, place, frames: [first = ''] }: FaultGroup): string {
  const called = /^at (?:async )?(?:new )?([^\s(]+) \(/.exec(first)?.[1] ?? ''
  return [kind, place, called].join('\n')
}

export type FaultState = 'open' | 'back' | 'mended'

export function stateOf({ mendedAt, cameBack }: { mendedAt: Date | null; cameBack: boolean }): FaultState {
  if (mendedAt !== null) return 'mended'
  return cameBack ? 'back' : 'open'
}

/** One deed for many, carried out by the worker while administrators do other things. */
export type BulkState = 'running' | 'done' | 'stopped'

export const bulkStateLabels = {
  running: 'Pågår',
  done: 'Klart',
  stopped: 'Stoppat',
} as const satisfies Record<BulkState, string>

/** A bulk job: one deed for many subjects, carried out by the worker in the background. */
export type BulkState = 'running' | 'done' | 'stopped'

export const bulkStateLabels = {
  running: 'Pågår',
  done: 'Klart',
  stopped: 'Stoppat',
} as const satisfies Record<BulkState, string>

import type { StepKind } from '../alarm'

/** Whether carrying out a step sends something. Queued for sending does not mean that it has arrived. */
const sends = {
  'call again': true,
  ring: true,
  press: true,
  'answer press': true,
  widen: true,
  'tell member': true,
  'ask taker': true,
  release: false,
  'end test': false,
  'end false': false,
} as const satisfies Record<StepKind, boolean>

export function stepStateOf(kind: StepKind, state: 'pending' | 'done' | 'dropped'): string {
  if (state === 'pending') return 'Väntar'
  if (state === 'dropped') return 'Behövdes inte'
  return sends[kind] ? 'Påbörjat' : 'Gjort'
}

import { expect, test } from 'vitest'
import { timelineLabels } from '../history/timeline'
import { stepStateOf } from '../operator/step-words'

/** Entries written when something is decided. Only the deliveries tell whether it was sent. */
const decided = [
  'called',
  'called_again',
  'rung',
  'widened',
  'told_nobody',
  'asked_taker',
  'position_to_centre',
] as const

test('the history says ‘Vi började’ of calls that were begun, never that they arrived', () => {
  for (const kind of decided) expect(timelineLabels[kind]).toMatch(/^Vi började /)
})

test.each([
  ...(['call again', 'ring', 'press', 'answer press', 'widen', 'tell member', 'ask taker'] as const).map(
    (kind) => [kind, 'Påbörjat'] as const,
  ),
  ...(['release', 'end test', 'end false'] as const).map((kind) => [kind, 'Gjort'] as const),
])('the step %s that was carried out reads: %s', (kind, words) => {
  expect(stepStateOf(kind, 'done')).toBe(words)
  expect([stepStateOf(kind, 'pending'), stepStateOf(kind, 'dropped')]).toEqual(['Väntar', 'Behövdes inte'])
})

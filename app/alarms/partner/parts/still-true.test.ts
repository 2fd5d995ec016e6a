import { expect, test } from 'vitest'
import { whyNot } from '../../alarm'
import { stillTrue } from './use-taker-answer'

const refused = (message: string) => ({ ok: false as const, title: 'Nej', message, fields: {} })
const lost = { unsent: true, refusal: refused('Det du gjorde är troligen inte sparat. Försök igen.') } as const
const ended = refused(whyNot('take', 'resolved'))
const taken = refused('Någon annan har redan tagit larmet.')

test.each([
  ['a lost take, nobody has it', { intent: 'take', ...lost }, 'new', true],
  ['a lost take, somebody has it', { intent: 'take', ...lost }, 'acknowledged', false],
  ['a take that came second', { intent: 'take', refusal: taken }, 'acknowledged', true],
  ['a take that came second, everybody’s again', { intent: 'take', refusal: taken }, 'new', false],
  ['a take of what is over', { intent: 'take', refusal: ended }, 'resolved', true],
  ['a lost end, still open', { intent: 'resolved', ...lost }, 'on_site', true],
  // The server had heard it: only its answer was lost.
  ['a lost end, ended', { intent: 'resolved', ...lost }, 'resolved', false],
  ['a refused end, ended by another', { intent: 'resolved', refusal: ended }, 'resolved', true],
  ['a lost note, ended', { intent: 'note', ...lost }, 'resolved', true],
] as const)('whether the answer to a taker’s form is still true: %s', (_, answer, state, expected) => {
  expect(stillTrue(answer, state)).toBe(expected)
})

import { expect, test } from 'vitest'
import { whyNot } from '../../alarm'
import { stillTrue } from './use-taker-answer'

const refused = (message: string) => ({ ok: false as const, title: 'Nej', message, fields: {} })
const lost = { unsent: true, refusal: refused('Det du gjorde är troligen inte sparat. Försök igen.') } as const
const ended = refused(whyNot('take', 'resolved'))
const taken = refused('Någon annan har redan tagit larmet.')

const alarm = {
  state: 'acknowledged',
  isMine: true,
  isComing: false,
  setOutAt: null,
  pressWaits: false,
  endsAsFalse: false,
} as const
const at = new Date('2026-11-30T01:00:00Z')

test.each([
  ['a lost take, nobody has it', { intent: 'take', ...lost }, { state: 'new' }, true],
  ['a lost take, somebody has it', { intent: 'take', ...lost }, {}, false],
  ['a take that came second', { intent: 'take', refusal: taken }, {}, true],
  ['a take that came second, everybody’s again', { intent: 'take', refusal: taken }, { state: 'new' }, false],
  ['a take of what is over', { intent: 'take', refusal: ended }, { state: 'resolved' }, true],
  ['a lost end, still open', { intent: 'resolved', ...lost }, { state: 'on_site' }, true],
  // The server had heard it: only its answer was lost.
  ['a lost end, ended', { intent: 'resolved', ...lost }, { state: 'resolved' }, false],
  ['a refused end, ended by another', { intent: 'resolved', refusal: ended }, { state: 'resolved' }, true],
  ['a lost note, ended', { intent: 'note', ...lost }, { state: 'resolved' }, true],
  ['a lost false alarm', { intent: 'false_alarm', ...lost }, {}, true],
  ['a lost false alarm, about to end so', { intent: 'false_alarm', ...lost }, { endsAsFalse: true }, false],
  ['a lost false alarm, ended so', { intent: 'false_alarm', ...lost }, { state: 'false_alarm' }, false],
  ['a lost regret of it', { intent: 'not_false', ...lost }, { endsAsFalse: true }, true],
  ['a lost regret of it, too late', { intent: 'not_false', ...lost }, { state: 'false_alarm' }, true],
  ['a lost regret of it, taken back', { intent: 'not_false', ...lost }, {}, false],
  ['a lost hand-back', { intent: 'handBack', ...lost }, { state: 'on_site' }, true],
  ['a lost hand-back, everybody’s again', { intent: 'handBack', ...lost }, { state: 'new' }, false],
  ['a lost hand-back, called off', { intent: 'handBack', ...lost }, { state: 'cancelled' }, false],
  ['a lost arrival', { intent: 'arrive', ...lost }, {}, true],
  ['a lost arrival, on site', { intent: 'arrive', ...lost }, { state: 'on_site' }, false],
  ['a lost way there', { intent: 'setOut', ...lost }, {}, true],
  ['a lost way there, on the way', { intent: 'setOut', ...lost }, { setOutAt: at }, false],
  ['a lost answer to another press', { intent: 'heard', ...lost }, { pressWaits: true }, true],
  ['a lost answer to another press, answered', { intent: 'heard', ...lost }, {}, false],
  ['a lost take-over', { intent: 'takeOver', ...lost }, { isMine: false }, true],
  ['a lost take-over, theirs', { intent: 'takeOver', ...lost }, {}, false],
  ['a lost companion', { intent: 'comesToo', ...lost }, { isMine: false }, true],
  ['a lost companion, who comes', { intent: 'comesToo', ...lost }, { isMine: false, isComing: true }, false],
  ['a companion’s lost no', { intent: 'comesNot', ...lost }, { isMine: false, isComing: true }, true],
  ['a companion’s lost no, who comes no more', { intent: 'comesNot', ...lost }, { isMine: false }, false],
] as const)('whether the answer to a taker’s form is still true: %s', (_, answer, shown, expected) => {
  expect(stillTrue(answer, { ...alarm, ...shown })).toBe(expected)
})

import { expect, test } from 'vitest'
import { MOST_MESSAGES, whyNotWrite } from './message'

const endsAt = new Date('2027-02-01T10:00:00Z')
const open = { endsAt, isOtherHere: true, otherAnswers: true, written: 0 }

test.each([
  ['before the job', {}, '2027-01-01T10:00:00Z', null],
  ['thirty days after the job', {}, '2027-03-03T10:00:00Z', null],
  ['a millisecond after the thirty days', {}, '2027-03-03T10:00:00.001Z', /mer än 30 dagar/],
  ['the other side has left', { isOtherHere: false }, '2027-01-01T10:00:00Z', /finns inte kvar/],
  ['the last message within the limit', { written: MOST_MESSAGES - 1 }, '2027-01-01T10:00:00Z', null],
  ['one message over the limit', { written: MOST_MESSAGES }, '2027-01-01T10:00:00Z', /får inte fler/],
] as const)('whyNotWrite allows or refuses a message: %s', (_, given, now, words) => {
  for (const by of ['member', 'company'] as const) {
    const because = whyNotWrite(by, { ...open, ...given }, new Date(now))
    expect(because).toEqual(words === null ? null : expect.stringMatching(words))
    if ('isOtherHere' in given) expect(because).toMatch(by === 'member' ? /^Företaget/ : /^Kunden/)
  }
})

test.each([
  ['member', 'Företaget kan inte läsa här för tillfället. Ring i stället.'],
  ['company', 'Kunden kan inte läsa här för tillfället. Ring eller mejla i stället.'],
] as const)('a %s cannot write to a side that nobody may act for, and is told how else', (by, because) => {
  expect(whyNotWrite(by, { ...open, otherAnswers: false }, new Date('2027-01-01T10:00:00Z'))).toBe(because)
})

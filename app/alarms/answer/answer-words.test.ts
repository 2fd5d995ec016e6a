import { expect, test } from 'vitest'
import { alphabetOf, countParts } from '~/outbox/public'
import { answers, howToAnswer, wrongWord } from './answer-words'

const call = { word: '7K', postcode: '12540', isTest: false, isMine: false, isColleagues: false }

test.each([
  ['an alarm nobody has taken', [call], 'Svara JA 7K om du kommer, NEJ 7K om du inte kan.'],
  [
    'an alarm the recipient has taken',
    [{ ...call, isMine: true }],
    'Svara FRAMME 7K när du är där, KLAR 7K när det är över, NEJ 7K om du inte kan.',
  ],
  [
    'an alarm taken by a colleague',
    [{ ...call, isColleagues: true }],
    'Svara OCKSÅ 7K om du kommer också, ÖVER 7K om du tar över.',
  ],
  ['a test', [{ ...call, isTest: true }], 'Svara på testet JA 7K om du kommer, NEJ 7K om du inte kan.'],
  [
    'several alarms',
    [call, { ...call, word: 'X3', isMine: true }, { ...call, word: '4P', postcode: '12541', isTest: true }],
    'Skriv larmets ord efter JA, NEJ, FRAMME eller KLAR: 125 40 7K, 125 40 (ditt) X3, 125 41 (test) 4P.',
  ],
  [
    'an alarm whose SMS is not written yet',
    [{ ...call, word: null }],
    'Kvartera: svara med ordet i vårt SMS om larmet, eller öppna länken i det.',
  ],
])('explains how to answer %s in one GSM-7 SMS', (_, calls, words) => {
  expect(howToAnswer(calls)).toBe(words)
  expect([alphabetOf(words), countParts(words)]).toEqual(['gsm7', 1])
})

test('every answer fits in one GSM-7 SMS', () => {
  const { pressed, colleagues, ...others } = answers
  const said = Object.values(others).map((words) => (typeof words === 'string' ? words : words('Vakt AB (Ali)')))
  said.push(pressed(new Date(), '7K'), colleagues('Alexandra', '7K'))
  for (const words of [...said, wrongWord('3X', [call])]) {
    expect([words, alphabetOf(words), countParts(words)]).toEqual([words, 'gsm7', 1])
  }
})

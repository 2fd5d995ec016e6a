import { expect, test } from 'vitest'
import { askNoticeFor, nobodyHere, sentNoticeFor, withoutWaiting, withQuickWords, withWaiting } from './raise-words'

test.each([
  [0, 'Hjälp'],
  [100, 'Hjälp\n(Skrevs för 2 minuter sedan, utan uppkoppling.)'],
  [60, 'Hjälp'],
  [4 * 3600, 'Hjälp\n(Skrevs för 4 timmar sedan, utan uppkoppling.)'],
])('a message that waited %i seconds says so only after more than a minute', (seconds, words) => {
  expect(withWaiting('Hjälp', seconds)).toBe(words)
})

test('the notice says that partners were told only if there are any', () => {
  expect(sentNoticeFor({ isTest: false, partners: 2 }).message).toBe(
    'Våra säkerhetspartners har meddelats och kommer att agera.',
  )
  expect(sentNoticeFor({ isTest: false, partners: 0 }).message).toMatch(/^Ingen väktare här\. Ring 112\./)
  expect(sentNoticeFor({ isTest: true, partners: 2 }).title).toContain('Test')
})

test.each([
  ['', 'Inbrott', 'Inbrott'],
  ['  ', 'Inbrott', 'Inbrott'],
  ['Vid köksdörren', 'Inbrott', 'Vid köksdörren. Inbrott'],
  ['Hjälp!', 'Någon har ont', 'Hjälp! Någon har ont'],
  ['Inbrott. ', 'Inbrott', 'Inbrott. '],
])('quick words are appended to what is written (%j), each once', (written, words, whole) => {
  expect(withQuickWords(written, words)).toBe(whole)
})

test.each([
  [89, 'Hjälp'],
  [90, 'Hjälp\n(Skrevs för 2 minuter sedan, utan uppkoppling.)'],
  [119 * 60, 'Hjälp\n(Skrevs för 119 minuter sedan, utan uppkoppling.)'],
  [120 * 60, 'Hjälp\n(Skrevs för 2 timmar sedan, utan uppkoppling.)'],
])('the waiting note at %i seconds reads %j, and withoutWaiting removes it', (seconds, words) => {
  expect(withWaiting('Hjälp', seconds)).toBe(words)
  expect(withoutWaiting(words)).toBe('Hjälp')
})

test.each([
  [0, 0, false, 'Vi söker någon i grannkvarteren och jouren.'],
  [0, 0, true, 'Vi har försökt nå grannkvarteren och jouren, men inte fått iväg larmet till någon än.'],
  [2, 0, true, 'Larmet är skickat till 2 i grannkvarteren.'],
  [0, 1, true, 'Larmet är skickat till 1 i jouren.'],
  [1, 2, false, 'Larmet är skickat till 1 i grannkvarteren och 2 i jouren.'],
])(
  'without partners, with %i neighbours and %i operators (widened: %s), the page says: %s',
  (neighbours, operators, isWidened, words) => {
    expect(nobodyHere.told({ neighbours, operators }, isWidened)).toBe(words)
  },
)

test('the question about an old kept alarm says when it was written', () => {
  expect(askNoticeFor(new Date('2026-11-20T20:12:00Z')).message).toContain('Du skrev det 20 nov. 21.12.')
})

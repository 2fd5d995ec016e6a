import { expect, test } from 'vitest'
import { sentNoticeFor, withQuickWords, withWaiting } from './raise-words'

test.each([
  [0, 'Hjälp'],
  [100, 'Hjälp\n(Skrevs för 2 minuter sedan, utan uppkoppling.)'],
  [60, 'Hjälp'],
  [4 * 3600, 'Hjälp\n(Skrevs för 4 timmar sedan, utan uppkoppling.)'],
])('what waited %i seconds says so when it matters', (seconds, words) => {
  expect(withWaiting('Hjälp', seconds)).toBe(words)
})

test('partners are only said to have been told when there are any', () => {
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
])('what is written (%j) is kept when ready words are added, each once', (written, words, whole) => {
  expect(withQuickWords(written, words)).toBe(whole)
})

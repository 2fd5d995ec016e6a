import { expect, test } from 'vitest'
import { stateSeen, whoComes, whoHas } from './who-has'

const seen = {
  state: 'acknowledged' as const,
  isMine: false,
  isColleagues: false,
  isComing: false,
  takerName: 'Söderort Trygghet (Ali)',
  takerFirstName: 'Ali',
  nobodyHadIt: null,
  companions: [],
}

test.each([
  ['the taker', { isMine: true }, 'Du har larmet'],
  ['a colleague', { isColleagues: true }, 'Ali har larmet'],
  ['a colleague who comes too', { isColleagues: true, isComing: true }, 'Ali har larmet'],
  ['another company', {}, 'Söderort Trygghet (Ali) har larmet'],
  ['the taker after the end', { isMine: true, state: 'resolved' as const }, 'Du hade larmet'],
  ['a colleague after the end', { isColleagues: true, state: 'false_alarm' as const }, 'Ali hade larmet'],
  ['another company after the end', { state: 'cancelled' as const }, 'Söderort Trygghet (Ali) hade larmet'],
  ['any viewer, when nobody had it at the end,', { state: 'cancelled' as const, takerName: null }, 'Ingen hade larmet'],
  [
    'any viewer, when it was handed back before the end,',
    { state: 'cancelled' as const, takerName: null, nobodyHadIt: 'Ali hade larmet till kl. 21.09' },
    'Ali hade larmet till kl. 21.09',
  ],
])('%s reads who has or had the alarm', (_, given, words) => {
  expect(whoHas({ ...seen, ...given })).toBe(words)
})

test('a companion is named by first name, and as ‘Du’ to themselves', () => {
  expect(whoComes({ companions: ['Bo'], isComing: false })).toBe('Bo kommer också')
  expect(whoComes({ companions: ['Bo', 'Cilla'], isComing: true })).toBe('Bo och Cilla kommer också')
  expect(whoComes({ companions: ['Bo'], isComing: true })).toBe('Du kommer också')
})

test('the state reads ‘På väg’ from when the taker sets out until they arrive', () => {
  const taken = { state: 'acknowledged' as const, isTest: false, setOutAt: null }
  const setOut = { ...taken, setOutAt: new Date('2026-11-20T20:15:00Z') }
  expect(stateSeen(taken)).toBe('Mottaget')
  expect(stateSeen(setOut)).toBe('På väg')
  expect(stateSeen({ ...setOut, state: 'on_site' })).toBe('På plats')
  expect(stateSeen({ ...setOut, state: 'new' })).toBe('Väntar på svar')
})

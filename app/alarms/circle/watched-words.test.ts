import { expect, test } from 'vitest'
import { watchedWords } from './watched-words'

const at = new Date('2026-11-20T12:00:00Z')
const alarm = {
  state: 'new',
  isTest: false,
  isHiding: false,
  memberName: 'Eva',
  takerName: null,
  setOutAt: null,
  safeAt: null,
  toldNobodyAt: null,
} as const
const ring = 'Ring 112 om du tror att Eva är i fara.'

test.each<[Partial<Parameters<typeof watchedWords>[0]>, string, string, boolean]>([
  [{}, 'Eva har larmat', `Ingen har tagit larmet än. ${ring}`, true],
  [{ toldNobodyAt: at }, 'Eva har larmat', `Ingen har svarat än. ${ring}`, true],
  [{ isHiding: true }, 'Eva har larmat', `Ingen har tagit larmet än. ${ring} Ring inte Eva, som gömmer sig.`, true],
  [{ state: 'acknowledged' }, 'Eva har larmat', 'Någon har tagit larmet.', false],
  [{ state: 'acknowledged', takerName: 'Ali' }, 'Eva har larmat', 'Ali har tagit larmet.', false],
  [
    { state: 'acknowledged', takerName: 'Ali', setOutAt: at },
    'Eva har larmat',
    'Ali har tagit larmet och är på väg.',
    false,
  ],
  [
    { state: 'acknowledged', takerName: 'Ali', isHiding: true },
    'Eva har larmat',
    'Ali har tagit larmet. Ring inte Eva, som gömmer sig.',
    false,
  ],
  [
    { state: 'on_site', takerName: 'Ali', isHiding: true, safeAt: at },
    'Eva har larmat',
    'Ali är på plats. Eva har sagt sig vara trygg.',
    false,
  ],
  [{ state: 'resolved' }, 'Larmet från Eva är över', 'Det är avslutat.', false],
  [{ state: 'false_alarm', safeAt: at }, 'Larmet från Eva är över', 'Eva har sagt sig vara trygg.', false],
  [{ isTest: true }, 'Eva testar larmet', 'Ingen är i fara och ingen rycker ut.', false],
  [{ isTest: true, state: 'resolved' }, 'Testet är över', 'Det är avslutat.', false],
])('the circle’s page for %j says: %s. %s', (given, title, text, isUrgent) => {
  expect(watchedWords({ ...alarm, ...given })).toEqual({ title, text, isUrgent })
})

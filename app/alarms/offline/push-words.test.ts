import { expect, test } from 'vitest'
import { pushShown } from './push-words'

test('a push shows the words of its kind and leads to its path', () => {
  expect(pushShown({ kind: 'alarm', path: '/dashboard/provider/alarms' })).toMatchObject({
    title: 'Trygghetslarm',
    path: '/dashboard/provider/alarms',
    insists: true,
  })
})

test.each([
  ['no payload', null],
  ['an unknown kind', { kind: 'ny sort', path: '/dashboard' }],
  ['the address of another site', { kind: 'ny sort', path: '//evil.test/x' }],
  ['a javascript: address', { kind: 'ny sort', path: 'javascript:alert(1)' }],
])('a push with %s is shown with default words and leads to the overview', (_, payload) => {
  expect(pushShown(payload)).toMatchObject({ title: 'Nytt i ditt kvarter', path: '/dashboard', insists: false })
})

test.each([
  [{ title: 'Väg är tagen' }, { title: 'Väg är tagen', body: 'Någon behöver hjälp. Tryck för att se och ta larmet.' }],
  [{ body: 'Av Ali' }, { title: 'Trygghetslarm', body: 'Av Ali' }],
  [
    { title: 'Ny', body: 'Av Ali' },
    { title: 'Ny', body: 'Av Ali' },
  ],
  [
    { title: '', body: '' },
    { title: 'Trygghetslarm', body: 'Någon behöver hjälp. Tryck för att se och ta larmet.' },
  ],
  [
    { title: 7, body: null },
    { title: 'Trygghetslarm', body: 'Någon behöver hjälp. Tryck för att se och ta larmet.' },
  ],
])('title and body in the push (%j) replace the words of its kind', (given, shown) => {
  const path = '/dashboard/provider/alarms'
  expect(pushShown({ kind: 'alarm', path, ...given })).toEqual({ ...shown, path, tag: path, insists: true })
  expect(pushShown({ kind: 'alarm-over', path: 7 })).toMatchObject({ path: '/dashboard', insists: false })
})

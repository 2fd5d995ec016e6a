import { expect, test } from 'vitest'
import { pushShown } from './push-words'

test('a push has words of its own kind, and leads where it says', () => {
  expect(pushShown({ kind: 'alarm', path: '/dashboard/provider/alarms' })).toMatchObject({
    title: 'Trygghetslarm',
    path: '/dashboard/provider/alarms',
    insists: true,
  })
})

test.each([
  ['nothing', null],
  ['an unknown kind', { kind: 'ny sort', path: '/dashboard' }],
  ['the address of another site', { kind: 'ny sort', path: '//evil.test/x' }],
  ['an address with a scheme', { kind: 'ny sort', path: 'javascript:alert(1)' }],
])('%s is still shown, and leads home', (_, payload) => {
  expect(pushShown(payload)).toMatchObject({ title: 'Nytt i ditt kvarter', path: '/dashboard', insists: false })
})

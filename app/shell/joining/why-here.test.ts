import { expect, test } from 'vitest'
import { whyHere } from './why-here'

test.each([
  ['utloggad', 'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var.'],
  [
    'utloggad-osparat',
    'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var. Det du skickade är inte sparat.',
  ],
  ['osparat', 'Det du skickade är inte sparat. Logga in, så kommer du tillbaka dit du var.'],
  [null, undefined],
  ['', undefined],
  ['Ring 112', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
])('the word %j shows %j', (word, expected) => {
  expect(whyHere(word, '/dashboard/customer')).toBe(expected)
})

test('says that the alarm is not sent only to somebody who was posting to the alarm page', () => {
  const said = (word: string, wayBack: string) => whyHere(word, wayBack)?.includes('larm är inte skickat') ?? false
  const alarms = '/dashboard/customer/safety'
  for (const word of ['osparat', 'utloggad-osparat']) {
    expect([said(word, alarms), said(word, `${alarms}?skriv`)]).toEqual([true, true])
    for (const other of ['', '/dashboard', `${alarms}/history`, `${alarms}s`]) expect(said(word, other)).toBe(false)
  }
  // Nothing was posted, so nothing was lost.
  expect(said('utloggad', alarms)).toBe(false)
  expect(said('constructor', alarms)).toBe(false)
})

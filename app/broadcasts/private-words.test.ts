import { expect, test } from 'vitest'
import { findAddresses, findNames, findRefused, repeats } from './private-words'

test.each([
  ['Ring 19850412-1234 om du vet något', 'ett personnummer'],
  ['Det var 850412-1234', 'ett personnummer'],
  ['Larmet kom från 59.2781, 18.0112', 'en position'],
  ['Se 59,278123 N 18,011234 E', 'en position'],
  ['Portkod 1234 gäller', 'en portkod'],
  ['portkoden är 4711', 'en portkod'],
  ['Gå till lgh 1102', 'ett lägenhetsnummer'],
])('%s: %s', (text, says) => {
  expect(findRefused(text).map((finding) => finding.says)).toEqual([says])
})

test.each([
  'Inbrott i källare i området i natt. Lås porten och ring 112 om du ser något.',
  'Ronden går 18.00-22.00 i kväll, i stället för 14.00.',
  'Ring oss på 08-12 34 56 78. 20 % på fönsterputs till 31/12.',
  'Möte 2026-11-24 kl. 18.30 i biblioteket, plan 2',
])('%s is nothing to refuse', (text) => {
  expect(findRefused(text)).toEqual([])
})

test('addresses are found as people write them', () => {
  expect(findAddresses('Möt oss på Götalandsvägen 219 B, inte Långbrogatan 7.')).toEqual([
    'Götalandsvägen 219 B',
    'Långbrogatan 7',
  ])
  expect(findAddresses('Götalandsvägen stängs av kl 18')).toEqual([])
})

test('a neighbour’s whole name is found, half a name is not', () => {
  const names = ['Eva Lind', 'Bo Ek', 'Anna']
  expect(findNames('Tack EVA  LIND för hjälpen', names)).toEqual(['Eva Lind'])
  expect(findNames('Evald Lindgren, Lind och Anna hälsar', names)).toEqual([])
})

test('what somebody wrote in an alarm is recognised when it is repeated', () => {
  const alarm = 'Någon försöker bryta upp dörren till min källare, jag hör dem'
  expect(repeats('OBS: någon försöker bryta upp dörren i ert hus', alarm)).toBe(true)
  expect(repeats('Någon har varit i källaren i natt. Lås dörren.', alarm)).toBe(false)
  expect(repeats('Hjälp', 'Hjälp')).toBe(false)
})

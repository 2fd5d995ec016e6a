import { expect, test } from 'vitest'
import { wrongName } from './guard-name'

test.each([
  'Bo Ek',
  'Åsa Öberg',
  'Anna-Lena O’Brien',
  "Per d'Arc",
  'Karl M. Berg',
  'Oksana Polishchuk',
  'Jan Polisik',
  'Łukasz Sosnowski',
  'José Núñez',
  'Pa\u0308r Tull-Nilsson',
  'Li',
])('%j is a person', (name) => {
  expect(wrongName(name)).toBe(null)
})

test.each([
  'Polisen',
  'polis Bo Ek',
  'Bo Polisen',
  'POLISMAN',
  'Pölisen',
  'P o l i s e n',
  'Po-lisen',
  'Polisassistent Ek',
  'Police Officer',
  'Ambulansen',
  'Räddningstjänsten',
  'Brandkåren',
  'SOS',
  'SOS Alarm',
  'Säkerhetspolisen',
  'Ordningsvakt',
  'Kommunen',
  'Läkare Ek',
  'Jouren',
  'Kvartera',
  'Operatör',
])('%j is somebody else', (name) => {
  expect(wrongName(name)).toBe('somebody else')
})

test.each(['Polisen 112', '112', 'Bo Ek 🚓', 'Рolisen', 'Pοlisen', 'Bo\u200bEk', 'Ⓟolisen', '…', '-Bo', '<b>Bo</b>'])(
  '%j is no name',
  (name) => {
    expect(wrongName(name)).toBe('no name')
  },
)

test('fullwidth letters are read as what they look like', () => {
  expect(wrongName('Ｐｏｌｉｓｅｎ')).toBe('somebody else')
})

import { expect, test } from 'vitest'
import { isTitle, wrongName, wrongSystemName } from './shown-name'

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
  'Ayşe Yıldız',
  'Søren Brandt',
  'Đorđe Đoković',
  'Nguyễn Văn An',
  'Leïla Jourdan',
  'Polina Kvarnström',
  'Giorgos Politis',
  'Policarpo Insa',
  'Åsa Brand',
  'Marcus Lagerman',
  'Mats Social Larsson',
  'Inger Systermans',
])('accepts %j as a person’s name', (name) => {
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
  'Kvarterspolisen',
  'Närpolisen',
  'Ordningspolis Ek',
  'AnnaPolis',
  'Polısen',
  'PoIisen',
  'Pøłisen',
  'Þolisen',
  'Poliisi',
  'Polizei',
  'Politi',
  'Konstapel Ek',
  'Kommissarie Ek',
  'Inspektör Ek',
  'Patrull Bo',
  'Piketen',
  'Radiobilen',
  'Insatsledare',
  'Nationella insatsstyrkan',
  'Brandbilen',
  'Jourläkare',
  'Psykakuten',
  'Civilförsvaret',
  'Socialjouren',
  'Larmtjänst',
  'Ett Ett Två',
  'Hundratolv',
  'Länsstyrelsen',
  'Kvartärä',
  'Qvartera',
  'Support',
  'Ingen kommer',
])('refuses %j as impersonation', (name) => {
  expect(wrongName(name)).toBe('somebody else')
})

test.each([
  'Polisen 112',
  '112',
  'Bo Ek 🚓',
  'Рolisen',
  'Pοlisen',
  'Bo\u200bEk',
  'Ⓟolisen',
  'ᴘᴏʟɪꜱ',
  'Poꞁisen',
  'Pʟolis',
  'Ƿolis',
  '…',
  '-Bo',
  '<b>Bo</b>',
])('refuses %j as not a name', (name) => {
  expect(wrongName(name)).toBe('no name')
})

test('refuses an impersonating name in fullwidth letters', () => {
  expect(wrongName('Ｐｏｌｉｓｅｎ')).toBe('somebody else')
})

test.each(['Ledningssystemet', 'Larmcentralen', 'Larm-24', 'System (natt)', 'Securitas Operations', 'x'])(
  'accepts %j as a system’s name',
  (name) => {
    expect(wrongSystemName(name)).toBe(null)
  },
)

test.each([
  ['Polisen 2', 'somebody else'],
  ['P0lisen', 'somebody else'],
  ['SOS Larm', 'somebody else'],
  ['Larm 112', 'somebody else'],
  ['Larm 1-1-2', 'somebody else'],
  ['Kvartera', 'somebody else'],
  ['Рolisen', 'no name'],
  ['112', 'no name'],
  ['\u2060', 'no name'],
])('refuses %j as a system’s name: %s', (name, wrong) => {
  expect(wrongSystemName(name)).toBe(wrong)
})

test('recognizes a title among other characters, and none in names of other scripts', () => {
  expect(['Polisen 112', 'Po\u200blisen & Co'].map(isTitle)).toEqual([true, true])
  expect(['Олена Коваль', '24/7 Städ & Co', '李小龍'].map(isTitle)).toEqual([false, false, false])
})

import { expect, test } from 'vitest'
import { findAddresses, findNames, findRefused, findRepeated } from './private-words'

test.each([
  ['Ring 19850412-1234 om du vet något', 'ett personnummer'],
  ['Det var 850412-1234', 'ett personnummer'],
  ['Det var 8504\u200b12-12\u200d34', 'ett personnummer'],
  ['Det var ８５０４１２-１２３４', 'ett personnummer'],
  ['Larmet kom från 59.2781, 18.0112', 'en position'],
  ['Se 59,278123 N 18,011234 E', 'en position'],
  ['Portkod 1234 gäller', 'en portkod'],
  ['portkoden är 4711', 'en portkod'],
  ['Gå till lgh 1102', 'ett lägenhetsnummer'],
  ['Gå till lägenhet 1102', 'ett lägenhetsnummer'],
  ['Det var 850412 1234', 'ett personnummer'],
  ['Det var 850412–1234', 'ett personnummer'],
  ['Det var 8504121234', 'ett personnummer'],
  ['Det var 198504121234', 'ett personnummer'],
  ['Larmet kom från 59°16′44″N 18°00′44″E', 'en position'],
  ['Kod till porten 4711', 'en portkod'],
  ['Porten 4711', 'en portkod'],
])('refuses "%s" because of %s', (text, says) => {
  expect(findRefused(text).map((finding) => finding.says)).toEqual([says])
})

test.each([
  'Inbrott i källare i området i natt. Lås porten och ring 112 om du ser något.',
  'Ronden går 18.00-22.00 i kväll, i stället för 14.00.',
  'Ring oss på 08-12 34 56 78. 20 % på fönsterputs till 31/12.',
  'Möte 2026-11-24 kl. 18.30 i biblioteket, plan 2',
  'Ring 0701234567 eller 070-123 45 67. Det blir 18 °C och 12 m/s.',
])('accepts "%s"', (text) => {
  expect(findRefused(text)).toEqual([])
})

test('finds street addresses and shows them as they were written', () => {
  const found = findAddresses('Möt oss på Götalandsvägen 219 B, inte Långbrogatan 7.')
  expect(found.map(({ found }) => found)).toEqual(['Götalandsvägen 219 B', 'Långbrogatan 7'])
})

test.each([
  'Tallvägen 17 i dag',
  'Tallvägen 17 är det',
  'Tallvägen *17*',
  'Tallvägen _17_',
  'Tallvägen → 17',
  'Tallvägen ~17',
  'Tallvägen • 17',
  'Tallvägen [17]',
  'Tallvägen <17>',
  'Tallvägen 🏠 17',
  '17 🏠 Tallvägen',
  'Tallvägen n:o 17',
  'Tallvägen vid porten 17',
  'Tallvägen i hus sjutton',
  'Huset 17 på Tallvägen',
  'Tallvägen — 17',
  'Tallvägen = 17',
  'Tallvägen ”17”',
  'Tallvägen, husnummer 17',
  'Hus 17, Tallvägen',
  'Tallvägen 17, två trappor',
  'Tallvägen 17B',
  'Tallvägen  17 B',
  'Tallvägen\u00a017',
  'Tallvägen nr 17',
  'Tallvägen nummer 17',
  'Tallvägen: 17',
  'Tallvägen (17)',
  'Tallvägen-17',
  'Tallvägen17',
  'tallvägen sjutton',
  'TALLVÄGEN SJUTTON',
  'Tallvagen 17',
  'Tallva\u0308gen 17',
  'Tallv. 17',
  'Tallv.17',
  'Tallv 17',
  'Tallv\u200bägen 1\u200b7',
  'Tall\u00advägen 17',
  'Tаllvägen 17',
  'Таllvägеn 17',
  'Ｔａｌｌｖäｇｅｎ １７',
  'Tallvägen ①⑦',
  'Tallvägen ⑰',
  'Ta11vägen 17',
  'T4llväg3n 17',
  'Tall\nvägen 17',
  'Tall-\nvägen\n17',
  'Tallvägen\n\n17',
  'Tall vägen 17',
  'Tall-vägen 17',
  'T a l l v ä g e n 17',
  'T.a.l.l.v.ä.g.e.n 17',
  'nr 17 på Tallvägen',
  'hus 17 Tallvägen',
  '17:an på Tallvägen',
  'Tallvägens nummer 17',
])('recognises %j as the address Tallvägen 17', (text) => {
  const houses = findAddresses(`Håll er borta från ${text}`).map(({ house }) => house)
  expect(houses).toContain('tall vag 17')
})

test.each([
  ['Storg. 3', 'stor gata 3'],
  ['Långbrogatan tjugoett', 'langbro gata 21'],
  ['Långbrogatan tjugo ett', 'langbro gata 21'],
  ['Långbrogatan hundratjugotre', 'langbro gata 123'],
  ['Ekgränden fyra', 'ek grand 4'],
  ['Sjötorget 2', 'sjo torg 2'],
])('normalises the address %s to %s', (text, house) => {
  expect(findAddresses(text)[0]?.house).toBe(house)
})

test.each([
  'Götalandsvägen stängs av kl 18',
  'Ronden går tisdag 24 november och lördag 5 december',
  'I helg 3 väktare i stället för två, och av 10 bilar var en öppen',
  'Vi ses på fredag. 17 platser finns kvar.',
  'Skriv 3 rader om brev 2',
])('finds no address in "%s"', (text) => {
  expect(findAddresses(text)).toEqual([])
})

test.each([
  ['Tack EVA  LIND för hjälpen', ['Eva Lind']],
  ['Lind, Eva har ringt', ['Eva Lind']],
  ['Е\u200bva Lind har ringt', ['Eva Lind']],
  ['E v a Lind har ringt', ['Eva Lind']],
  ['Eva\nLind', ['Eva Lind']],
  ['Eva Linds dotter och EvaLind', ['Eva Lind']],
  ['Bo Eks bil', ['Bo Ek']],
  ['Per Asa', ['Pér Anders Åsa']],
  ['Evald Lindgren, Lind och Anna hälsar', []],
])('finds in %j the names %j', (text, found) => {
  expect(findNames(text, ['Eva Lind', 'Bo Ek', 'Anna', 'Pér Anders Åsa'])).toEqual(found)
})

const repeats = (text: string, alarm: string) => findRepeated(text, ['Hjälp', alarm]) === alarm

test('recognises words from an alarm when they are repeated, and not a text on the same subject', () => {
  const alarm = 'Någon försöker bryta upp dörren till min källare, jag hör dem'
  expect(repeats('OBS: någon försöker bryta upp dörren i ert hus', alarm)).toBe(true)
  expect(repeats('OBS: någ\u200bon försöker bryt\u0430 upp dörren i ert hus', alarm)).toBe(true)
  expect(repeats('Någon har varit i källaren i natt. Lås dörren.', alarm)).toBe(false)
  expect(findRepeated('Hjälp', ['Hjälp'])).toBeUndefined()
})

test.each(['Tallvägen 17 i dag', 'Tallv. sjutton', 'tall\u200bvagen 17b'])(
  'recognises %j as the address in an alarm',
  (text) => {
    expect(repeats(text, 'Någon är i trapphuset, Tallvägen 17 B')).toBe(true)
    expect(repeats(text, 'Någon är i trapphuset, Tallvägen 19')).toBe(false)
  },
)

test.each(['Tallvägen ', 'Tallvägen🏠', 'tjugo', 'hundra', 'nr ', 'T a l l ', 'vid porten ', '8504', 'porten '])(
  'a text full of %j causes no catastrophic backtracking (ReDoS), and its address and position are found',
  (part) => {
    // Ten times the longest text: a pattern with catastrophic backtracking (ReDoS) would time out.
    const text = part.repeat(4_000 / part.length)
    expect(JSON.stringify(findAddresses(`${text}\nTallvägen 17`))).toContain('Tallvägen 17')
    expect(findRefused(`${text}\n59.2781, 18.0112`)).toBeTruthy()
  },
)

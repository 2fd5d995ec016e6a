import { expect, test } from 'vitest'
import { type SeriesEvent, seriesLetter, termsWords } from './series-letters'

const told = {
  ...({ title: 'Hemstäd', weeks: 2, companyName: 'Lind AB', memberName: 'Siv' } as const),
  ...{ memberAnswers: true, companyAnswers: true },
}
const links = {
  ...{ member: 'https://k.test/m', memberPath: '/m', company: 'https://k.test/c', companyPath: '/c' },
  book: 'https://k.test/b',
}
const [first, second] = [new Date('2027-02-01T09:00:00Z'), new Date('2027-02-15T09:00:00Z')]
const terms = {
  customerPaysOre: 674_10,
  durationMin: 90,
  freeCancelHours: 24,
  place: 'customer',
  listOre: 749_00,
} as const
const ended = (by: 'member' | 'company', given = {}): SeriesEvent => ({
  ...{ kind: 'ended', by, reason: 'Vi flyttar', calledOff: [first, second], left: [] },
  ...given,
})

/** Each event with the two letters: subject, texts in it and texts not in it; null for no letter. */
const cases: [string, SeriesEvent, Said | null, Said | null][] = [
  [
    'the member has ended it',
    ended('member', { calledOff: [first] }),
    {
      subject: 'Avslutat: Hemstäd som upprepas',
      has: ['Du har avslutat', 'Avbokat, utan kostnad: mån'],
      not: ['flyttar'],
    },
    {
      subject: 'Avslutat: Hemstäd som upprepas',
      has: ['Siv har avslutat', 'Siv skriver: ”Vi flyttar”', 'är fria igen'],
      not: ['Står kvar'],
    },
  ],
  [
    'the company has ended it',
    ended('company'),
    { subject: 'Avslutat: Hemstäd som upprepas', has: ['Lind AB har avslutat', 'De skriver: ”Vi flyttar”'] },
    null,
  ],
  [
    'it was ended too late for one of the times',
    ended('member', { calledOff: [], left: [first], reason: null }),
    { subject: 'Avslutat: Hemstäd som upprepas', has: ['Inget bokat blev avbokat.', 'Står kvar'], not: ['skriver'] },
    { subject: 'Avslutat: Hemstäd som upprepas', has: ['Inget bokat blev avbokat.', 'Står kvar'], not: ['skriver'] },
  ],
  [
    'the series is over',
    { kind: 'over' },
    { subject: 'Slut: Hemstäd som upprepas', has: ['hos Lind AB, och nu är inget mer bokat'] },
    { subject: 'Slut: Hemstäd som upprepas', has: ['för Siv:', 'Nu är inget mer bokat.'] },
  ],
  [
    'its terms have changed',
    { kind: 'asked', terms },
    { subject: 'Vill du fortsätta? Hemstäd har ändrats', has: ['674,10', 'Inget nytt bokas förrän du har sagt ja'] },
    null,
  ],
  [
    'the member has agreed',
    { kind: 'agreed', terms, words: ['Nästa gång är mån 1 feb.'] },
    { subject: 'Det fortsätter: Hemstäd', has: ['Du har sagt ja', '674,10', 'Nästa gång är mån 1 feb.'] },
    { subject: 'Det fortsätter: Hemstäd', has: ['Siv har sagt ja', 'Nästa gång är mån 1 feb.'] },
  ],
  [
    'one time is left out',
    { kind: 'left out', words: ['Måndagen är en helgdag.'] },
    { subject: 'Hoppas över: Hemstäd', has: ['Måndagen är en helgdag.', 'kommer Lind AB som vanligt'] },
    { subject: 'Hoppas över: Hemstäd', has: ['Måndagen är en helgdag.', 'bokat för Siv som vanligt'] },
  ],
]
type Said = { subject: string; has: string[]; not?: string[] }

test.each(cases)('each side gets its letter, or none, when %s', (_, event, ...sides) => {
  for (const [index, side] of (['member', 'company'] as const).entries()) {
    const said = sides[index]
    const letter = seriesLetter(side, event, told, links)
    if (!said) {
      expect(letter, side).toBeNull()
      continue
    }
    expect(letter, side).toMatchObject({ kind: `booking series ${event.kind}`, subject: said.subject })
    const [link, path] = side === 'member' ? ['https://k.test/m', '/m'] : ['https://k.test/c', '/c']
    expect([letter?.letter.action?.url, letter?.push.path, letter?.sms.endsWith(` ${link}`)]).toEqual([
      link,
      path,
      true,
    ])
    expect(letter?.letter.action?.label).toBe(event.kind === 'asked' ? 'Läs och svara' : 'Visa bokningen')
    const text = letter?.letter.paragraphs.join('\n').replaceAll('\u00a0', ' ') ?? ''
    for (const words of said.has) expect(text, side).toContain(words)
    for (const words of said.not ?? []) expect(text, side).not.toContain(words)
    expect(letter?.letter.greeting).toBe(side === 'member' ? 'Hej Siv,' : 'Hej Lind AB,')
    expect(letter?.letter.facts).toContainEqual(
      side === 'member' ? { term: 'Företag', value: 'Lind AB' } : { term: 'Kund', value: 'Siv' },
    )
  }
})

test('the letter about a deleted member says that the account is gone', () => {
  const letter = seriesLetter('company', { kind: 'over' }, { ...told, memberName: null }, links)
  expect(letter?.letter.facts).toContainEqual({ term: 'Kund', value: 'Kontot är borttaget' })
  expect(letter?.letter.paragraphs[0]).toContain('för Kunden:')
  expect(seriesLetter('member', { kind: 'over' }, { ...told, memberName: null }, links)?.letter.greeting).toBe('Hej,')
})

test('termsWords names the place in each side’s words, and the cancellation limit for the member only', () => {
  expect([termsWords('member', terms), termsWords('company', terms)]).toEqual([
    expect.stringContaining('hemma hos dig'),
    expect.stringContaining('hemma hos kunden'),
  ])
  expect(termsWords('member', terms)).toMatch(/24 timmar/)
  expect(termsWords('company', terms)).not.toMatch(/24 timmar/)
})

test('a side that could not log in gets no link to a page, and is not invited to book', () => {
  const shutOut = { ...told, memberAnswers: false, companyAnswers: false }
  for (const side of ['member', 'company'] as const) {
    const said = seriesLetter(side, { kind: 'over' }, shutOut, links)
    expect(said?.letter).not.toHaveProperty('action')
    expect(said?.sms).not.toMatch(/https?:/)
    expect(said?.letter.paragraphs.join('\n')).not.toContain('boka på nytt')
  }
})

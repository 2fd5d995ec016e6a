import { describe, expect, test } from 'vitest'
import { booking, links, told } from '../../test/support/told/told-booking'
import { type BookingEvent, letterTo, type ToldBooking } from './booking-letters'

test('a reminder about a company for which nobody may act says that it cannot answer, and nothing of how to pay', () => {
  const remind = (companyAnswers: boolean) =>
    letterTo('member', { kind: 'member reminder' }, { ...booking, companyAnswers }, links)
  const words = 'De kan inte svara här för tillfället. Räkna inte med tiden förrän du har talat med dem.'
  expect(remind(false)?.letter.paragraphs).toContain(words)
  expect(remind(false)?.sms).toContain('kan inte svara här: tala med dem före')
  expect(remind(false)?.letter.paragraphs).toHaveLength(remind(true)?.letter.paragraphs.length ?? 0)
  expect(remind(true)?.letter.paragraphs).not.toContain(words)
  const toPay = /[Bb]etala(r|s)? (?!för tiden)|Swish|faktura/
  expect(remind(true)?.letter.paragraphs.join('\n')).toMatch(toPay)
  expect(`${remind(false)?.letter.paragraphs.join('\n')} ${remind(false)?.sms}`).not.toMatch(toPay)
  expect(remind(true)?.sms).toContain('Påminnelse')
})

test('a reminder about a company for which nobody may act says that cancelling is free until the start', () => {
  const remind = (companyAnswers: boolean) =>
    letterTo('member', { kind: 'member reminder' }, { ...booking, companyAnswers }, links)?.letter.paragraphs.join(' ')
  expect(remind(true)).toContain('kan företaget ta betalt för tiden')
  expect(remind(false)).not.toContain('ta betalt')
  expect(remind(false)).toContain('Så länge det är så kan du avboka utan kostnad, ända fram till start.')
})

describe.each(told)('the letter about %o', (event, sides) => {
  const letters = (['member', 'company'] as const).flatMap((side) => {
    const letter = letterTo(side, event, booking, links)
    return letter ? [{ side, letter }] : []
  })

  test('is sent to exactly the sides that it concerns', () => {
    expect(letters.map(({ side }) => side)).toEqual(sides)
  })

  test('has no name, address or number in its SMS and push message', () => {
    for (const { letter } of letters) {
      const brief = `${letter.sms} ${letter.push.title} ${letter.push.body}`
      for (const secret of ['Alva', 'Nyström', 'Skyttes', '1204', '070', '46701', 'sjuka']) {
        expect(brief).not.toContain(secret)
      }
    }
  })

  test('states the day, contains no undefined or invalid values, and links to a dashboard page', () => {
    for (const { letter } of letters) {
      const text = [letter.subject, ...letter.letter.paragraphs, letter.sms].join('\n')
      expect(text).toMatch(/\b[12] feb/)
      expect(text).not.toMatch(/undefined|null|NaN|Invalid|!/)
      expect(letter.letter.action?.url).toMatch(/^https:\/\/kvartera\.test\/dashboard\//)
      expect(letter.subject.length).toBeLessThan(90)
    }
  })
})

const wordsOf = (side: 'member' | 'company', event: BookingEvent, given: Partial<ToldBooking> = {}) => {
  const letter = letterTo(side, event, { ...booking, ...given }, links)
  return `${letter?.letter.paragraphs.join('\n')}\n${letter?.letter.facts.map(({ term, value }) => `${term}: ${value}`).join('\n')}`
}

test('a request tells the company address, phone, note and earnings; a cancellation leaves out the personal details', () => {
  const asked = wordsOf('company', { kind: 'requested' })
  for (const fact of ['Johan Skyttes väg 204', '070-174 06 01', 'Koden är 1204.', '765\u00a0kr'])
    expect(asked).toContain(fact)
  const off = wordsOf('company', { kind: 'cancelled', by: 'member', late: false })
  for (const fact of ['Skyttes', '070-', '1204']) expect(off).not.toContain(fact)
})

test('a cancellation tells both sides what it costs', () => {
  expect(wordsOf('member', { kind: 'cancelled', by: 'member', late: true })).toContain('kan ta betalt')
  expect(wordsOf('company', { kind: 'cancelled', by: 'member', late: true })).toContain('ta betalt')
  expect(wordsOf('member', { kind: 'cancelled', by: 'member', late: false })).toContain('Du betalar ingenting')
})

test('the letters about an expired request name the side that did not answer', () => {
  expect(wordsOf('member', { kind: 'lapsed', silent: 'company' })).toContain('Lind Städ & Hem hann inte svara')
  expect(wordsOf('company', { kind: 'lapsed', silent: 'company' })).toContain('Ingen hann svara Alva Nyström')
  const theirs = wordsOf('member', { kind: 'lapsed', silent: 'member' })
  expect(theirs).toContain('föreslog en ny tid, men fick inget svar av dig')
  expect(theirs).not.toContain('hann inte svara')
  expect(wordsOf('company', { kind: 'lapsed', silent: 'member' })).toContain('svarade inte på tiden som ni föreslog')
})

test('a company for which nobody may act is asked for no answer, and given no advice to follow', () => {
  const events = [
    { kind: 'lapsed', silent: 'company' },
    { kind: 'time refused', by: 'member' },
    { kind: 'time taken back', by: 'member' },
  ] as const
  for (const event of events) {
    const asks = /svara senast|väntar på (ert )?svar|svara på|kan ni pausa/i
    const said = (given: Partial<ToldBooking>) =>
      JSON.stringify(letterTo('company', event, { ...booking, ...given }, links))
    expect(said({})).toMatch(asks)
    expect(said({ companyAnswers: false })).not.toMatch(asks)
  }
})

test('a proposed time states its deadline for a request only, and whether the present time holds', () => {
  const proposed = { kind: 'time proposed', by: 'company' } as const
  expect(wordsOf('member', proposed)).toContain('Svara senast måndag 1 februari kl. 10.00, annars går förfrågan ut.')
  expect(wordsOf('member', proposed, { isRequest: false })).not.toContain('Svara senast')
  expect(wordsOf('member', proposed)).toContain('Tiden som du bad om är inte bekräftad.')
  expect(wordsOf('member', proposed)).not.toContain('gäller')
  expect(wordsOf('member', proposed, { isRequest: false })).toContain('Din nuvarande tid gäller tills du')
  // Proposed for 13.30 on the 2nd, free to cancel until 24 hours before.
  const tooSoon = 'Den nya tiden är så nära att den inte går att avboka utan kostnad'
  expect(wordsOf('member', proposed, { at: new Date('2027-02-01T12:30:00Z') })).not.toContain(tooSoon)
  const late = { at: new Date('2027-02-01T12:30:01Z') }
  expect(wordsOf('member', proposed, late)).toContain(tooSoon)
  expect(wordsOf('member', proposed, { ...late, freeCancelUntil: booking.startsAt })).not.toContain(tooSoon)
  const wished = { kind: 'time proposed', by: 'member' } as const
  expect(wordsOf('company', wished)).toContain('Den första tiden är inte bekräftad.')
  expect(wordsOf('company', wished, { isRequest: false })).toContain('Den nuvarande tiden gäller tills ni')
})

test.each(['time refused', 'time taken back'] as const)('after %s a request still waits for the company', (kind) => {
  const toCompany = wordsOf('company', { kind, by: 'member' })
  expect(toCompany).toContain('väntar på ert svar')
  expect(toCompany).toContain('Svara senast måndag 1 februari kl. 10.00, annars går förfrågan ut.')
  expect(toCompany).not.toContain('gäller')
  const toMember = wordsOf('member', { kind, by: 'company' })
  expect(toMember).toContain('Tiden som du bad om är inte bekräftad än. De har till måndag 1 februari kl. 10.00')
  expect(toMember).not.toContain('gäller')
  // With an agreed time, that time holds.
  expect(wordsOf('company', { kind, by: 'member' }, { isRequest: false })).toContain('Den tidigare tiden gäller.')
  expect(wordsOf('member', { kind, by: 'company' }, { isRequest: false })).toContain(
    'Den tid du har gäller fortfarande.',
  )
})

test('a proposal that its own side has taken back is not called refused', () => {
  for (const [side, by] of [
    ['company', 'member'],
    ['member', 'company'],
  ] as const) {
    expect(wordsOf(side, { kind: 'time taken back', by })).toContain('har tagit tillbaka sitt förslag om en ny tid.')
    expect(wordsOf(side, { kind: 'time taken back', by })).not.toContain('passade inte')
    expect(wordsOf(side, { kind: 'time refused', by })).toContain('Den nya tiden passade inte')
  }
})

test('a new time says who comes to whom', () => {
  const accepted = { kind: 'time accepted', by: 'company' } as const
  expect(wordsOf('member', accepted)).toContain('Lind Städ & Hem kommer till dig måndag 1 februari kl. 10.00.')
  expect(wordsOf('member', accepted, { place: 'company' })).toContain('Du kommer till Lind Städ & Hem måndag 1 feb')
})

test('a letter that is written after the time for it does not offer to cancel free of charge', () => {
  const late = { at: new Date('2027-01-31T09:00:01Z') }
  for (const kind of ['confirmed', 'member reminder'] as const) {
    expect(wordsOf('member', { kind })).toContain('Du kan avboka utan kostnad till söndag 31 januari kl. 10.00.')
    expect(wordsOf('member', { kind }, late)).not.toContain('Du kan avboka utan kostnad')
    expect(wordsOf('member', { kind }, late)).toContain('Den här går inte längre att avboka utan kostnad: företaget')
  }
  expect(wordsOf('member', { kind: 'time accepted', by: 'company' }, late)).toContain('inte längre att avboka utan')
})

test('a letter about a deleted member contains no null and greets without a name', () => {
  expect(wordsOf('company', { kind: 'lapsed', silent: 'company' }, { memberName: null })).not.toContain('null')
  expect(
    letterTo('member', { kind: 'lapsed', silent: 'company' }, { ...booking, memberName: null }, links)?.letter.greeting,
  ).toBe('Hej,')
})

test('times are in Stockholm time, in winter and summer', () => {
  expect(wordsOf('member', { kind: 'confirmed' })).toContain('måndag 1 februari kl. 10.00–12.00')
  const summer = { startsAt: new Date('2027-07-01T09:00:00Z'), endsAt: new Date('2027-07-01T11:00:00Z') }
  expect(wordsOf('member', { kind: 'confirmed' }, summer)).toContain('torsdag 1 juli kl. 11.00–13.00')
})

test('a confirmation states the last day to withdraw and the consent that was given', () => {
  const text = letterTo('member', { kind: 'confirmed' }, booking, links)?.letter.paragraphs.join('\n')
  expect(text).toContain('ångerrätt till och med 11 februari 2027')
  expect(text).toContain('Du sa ja till det här 27 januari 2027 kl. 10.00.00: ”Jobbet får börja.”')
})

test('the receipt of a withdrawal contains the statement, its time and the amount due', () => {
  const letter = letterTo('member', { kind: 'withdrawn' }, booking, links)
  expect(letter?.subject).toBe('Bekräftelse: du har ångrat avtalet')
  const text = letter?.letter.paragraphs.join('\n')
  expect(text).toContain('kom in 30 januari 2027 kl. 10.00.00')
  expect(text).toContain(
    'Jag, Alva Nyström (alva@exempel.se), ångrar mitt avtal om Hemstäd hos Lind Städ & Hem från 28 januari 2027.',
  )
  expect(text).toContain('Du betalar ingenting.')
  const begun = { ...booking, withdrawal: { at: booking.startsAt, dueOre: 405_00 } }
  expect(letterTo('member', { kind: 'withdrawn' }, begun, links)?.letter.paragraphs.join('\n')).toContain(
    'du betalar 405\u00a0kr',
  )
  expect(letterTo('company', { kind: 'withdrawn' }, begun, links)?.letter.paragraphs.join('\n')).toContain(
    'ni ska ha 405\u00a0kr',
  )
})

describe('links, facts and quotations', () => {
  const member = 'https://kvartera.test/dashboard/customer/bookings/01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
  const company = 'https://kvartera.test/dashboard/provider/bookings/01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
  const of = (side: 'member' | 'company', event: BookingEvent, given: Partial<ToldBooking> = {}) => {
    const letter = letterTo(side, event, { ...booking, ...given }, links)
    if (!letter) throw new Error('told nothing')
    return { ...letter.letter, words: letter.letter.paragraphs.join('\n'), sms: letter.sms, push: letter.push }
  }

  test('each side is greeted by its own name and linked to its own page', () => {
    const [mine, theirs] = [of('member', { kind: 'requested' }), of('company', { kind: 'requested' })]
    expect([mine.action?.url, mine.greeting, mine.push.path]).toEqual([
      ...[member, 'Hej Alva Nyström,', new URL(member).pathname],
    ])
    expect([theirs.action?.url, theirs.greeting, theirs.push.path]).toEqual([
      ...[company, 'Hej Lind Städ & Hem,', new URL(company).pathname],
    ])
    expect([mine.sms.endsWith(` ${member}`), theirs.sms.endsWith(` ${company}`)]).toEqual([true, true])
    expect(of('member', { kind: 'declined' }).action).toEqual({ label: 'Boka en annan tid', url: links.book })
    expect(of('member', { kind: 'message', by: 'company' }).action).toEqual({ label: 'Läs och svara', url: member })
    expect(of('company', { kind: 'message', by: 'member' }).action?.url).toBe(company)
    expect(letterTo('member', { kind: 'message', by: 'member' }, booking, links)).toBeNull()
    expect(letterTo('company', { kind: 'message', by: 'company' }, booking, links)).toBeNull()
  })

  test('a footnote about the calendar is added only when a time was moved', () => {
    expect(of('member', { kind: 'time accepted', by: 'company' }).footnote).toMatch(/kalender/)
    expect('footnote' in of('member', { kind: 'declined' })).toBe(false)
  })

  test.each<[BookingEvent, boolean]>([
    [{ kind: 'declined' }, false],
    [{ kind: 'lapsed', silent: 'company' }, false],
    [{ kind: 'cancelled', by: 'company', late: false }, false],
    [{ kind: 'cancelled', by: 'member', late: false }, false],
    [{ kind: 'withdrawn' }, false],
    [{ kind: 'cancelled', by: 'member', late: true }, true],
    [{ kind: 'requested' }, true],
    [{ kind: 'confirmed' }, true],
  ])('a letter that says that the member pays nothing, or less, has no price (%o)', (event, hasPrice) => {
    const services = [{ what: 'Hemstäd kl. 10.00–11.00', price: '540\u00a0kr' }]
    const withdrawal = { at: booking.at, dueOre: 200_00 }
    const { facts, words } = of('member', event, { services, withdrawal })
    expect(facts.some(({ term }) => term === 'Pris')).toBe(hasPrice)
    expect(facts).toContainEqual({
      term: 'I besöket',
      value: `Hemstäd kl. 10.00–11.00${hasPrice ? ', 540\u00a0kr' : ''}`,
    })
    if (hasPrice) expect(words).not.toContain('betalar ingenting')
  })

  test.each([
    [26, 'Snart är det dags för din bokning'],
    [24, 'Nu är det ett dygn kvar till din bokning'],
    [23.5, 'Nu är det ett dygn kvar till din bokning'],
    [4, 'Snart är det dags för din bokning'],
  ])('a reminder that leaves %d hours before says how soon it is', (hours, words) => {
    const at = new Date(booking.startsAt.getTime() - hours * 3_600_000)
    expect(of('member', { kind: 'member reminder' }, { at }).words).toContain(words)
  })

  test('a reason is quoted when there is one', () => {
    expect(of('member', { kind: 'declined' }).words).toContain('”Vi är sjuka.”')
    expect(of('member', { kind: 'declined' }, { reason: null }).words).not.toContain('skriver')
  })

  test('the current time and the proposed time are labelled', () => {
    const { facts, words, sms } = of('company', { kind: 'time proposed', by: 'member' })
    expect(facts).toContainEqual({ term: 'Tiden nu', value: 'måndag 1 februari kl. 10.00–12.00' })
    expect(facts).toContainEqual({ term: 'Förslag', value: 'tisdag 2 februari kl. 13.30' })
    expect(words).toContain('tisdag 2 februari kl. 13.30')
    expect(sms).toContain('tis 2 feb. kl. 13.30')
    expect(of('member', { kind: 'confirmed' }).facts).toContainEqual({
      ...{ term: 'När', value: 'måndag 1 februari kl. 10.00–12.00' },
    })
  })

  test('a confirmation states until when cancelling is free, also until the start', () => {
    expect(of('member', { kind: 'confirmed' }).words).toContain('utan kostnad till söndag 31 januari kl. 10.00')
    for (const freeCancelUntil of [booking.startsAt, booking.endsAt])
      expect(of('member', { kind: 'confirmed' }, { freeCancelUntil }).words).toContain('ända fram till start')
  })

  test('a completed job states what is owed and how to pay it, and nothing when nothing is owed', () => {
    const done = (given: Partial<ToldBooking> = {}) => of('member', { kind: 'completed' }, given).words
    expect(done()).toMatch(/810\skr till 123 118 11 89, med BOKNING-23F1BBC7 som meddelande/)
    expect(done({ swish: null })).not.toContain('BOKNING')
    expect(done({ swish: null })).toMatch(/Du betalar 810\skr/)
    expect(done({ owedOre: 0 })).not.toMatch(/Du betalar|BOKNING/)
  })

  test('a dispute and its decision are quoted, with what is left to pay', () => {
    expect(of('company', { kind: 'disputed', by: 'member' }).words).toContain('”Halva jobbet.”')
    expect(of('company', { kind: 'disputed', by: 'member' }, { dispute: null }).words).not.toContain('skriver')
    const decided = (given: Partial<ToldBooking> = {}) => of('company', { kind: 'decided' }, given).words
    expect(decided()).toMatch(/”Vi har ringt er båda\.”\nKvar att betala är 810\skr/)
    expect(decided({ decision: null })).not.toContain('”')
    expect(decided({ owedOre: 300_00 })).toMatch(/rättat från 810\skr till 300\skr/)
    expect(decided({ isSettled: true })).toContain('Inget är kvar att betala.')
    // Only the company is told that its fee is lowered; only the member is told how to pay what is left.
    expect([decided(), decided({ owedOre: 300_00 })].map((words) => words.includes('avgift sänks'))).toEqual([
      false,
      true,
    ])
    const toMember = (isSettled: boolean) => of('member', { kind: 'decided' }, { isSettled }).words
    expect([toMember(false), toMember(true)].map((words) => words.includes('BOKNING-23F1BBC7'))).toEqual([true, false])
    const began = (side: 'member' | 'company', by: 'member' | 'company') => of(side, { kind: 'disputed', by }).words
    expect(began('member', 'company')).toContain('Lind Städ & Hem säger att ni inte är överens')
    expect(began('company', 'member')).toContain('Alva Nyström säger att ni inte är överens')
    for (const side of ['member', 'company'] as const) expect(began(side, side)).not.toContain('säger')
  })

  test('the time of a withdrawal is stated to the company when it is known', () => {
    expect(of('company', { kind: 'withdrawn' }).words).toContain('ångrat avtalet 30 januari 2027 kl. 10.00.00.')
    expect(of('company', { kind: 'withdrawn' }, { withdrawal: null }).words).toContain('ångrat avtalet. Tiden')
  })
})

import { expect, test } from 'vitest'
import { booking, links, told } from '../../../test/support/told/told-booking'
import { type BookingEvent, letterTo, type ToldBooking } from '../booking-letters'

/** Letters to somebody who cannot log in, and to the other side of a booking with them. */

const wordsOf = (side: 'member' | 'company', event: BookingEvent, given: Partial<ToldBooking> = {}) => {
  const letter = letterTo(side, event, { ...booking, ...given }, links)
  return `${letter?.letter.paragraphs.join('\n')}\n${letter?.letter.facts.map(({ term, value }) => `${term}: ${value}`).join('\n')}`
}

test('a blocked member is told to ring, and of no page to cancel on', () => {
  for (const kind of ['confirmed', 'member reminder'] as const) {
    const words = wordsOf('member', { kind }, { memberAnswers: false })
    expect(words).toContain('Du kan inte logga in för tillfället: ring företaget om du vill ändra eller avboka.')
    expect(words).not.toContain('avboka utan kostnad')
    expect(words).not.toMatch(/sida/)
  }
  expect(wordsOf('member', { kind: 'confirmed' }, { memberAnswers: false })).toContain('säg till företaget')
})

test.each(told)(
  'a letter about %o has no link or way to a page that is closed to the one who reads it',
  (event, sides) => {
    for (const side of sides) {
      const told = letterTo(side, event, { ...booking, memberAnswers: false, companyAnswers: false }, links)
      expect(told?.letter).not.toHaveProperty('action')
      expect(told?.letter).not.toHaveProperty('footnote')
      expect(`${told?.letter.paragraphs.join('\n')}\n${told?.sms}`).not.toMatch(/https?:|sidan?\b|betyg|[Kk]anske/)
      if (side === 'member') expect(told?.letter.paragraphs.join('\n')).not.toMatch(/boka (om|en ny)/)
    }
  },
)

test('a member who was shut out while a proposal waited could not answer it, and neither side reads that they did not', () => {
  const event = { kind: 'lapsed', silent: 'member' } as const
  const [open, shut] = [true, false].map((memberAnswers) => ({
    member: wordsOf('member', event, { memberAnswers }),
    company: wordsOf('company', event, { memberAnswers }),
  }))
  expect(open?.member).toContain('fick inget svar av dig i tid')
  expect(shut?.member).toContain('du kunde inte svara')
  expect(shut?.member).not.toContain('fick inget svar')
  expect(open?.company).toContain('Alva Nyström svarade inte på tiden som ni föreslog')
  // As the booking's page says it, without why.
  expect(shut?.company).toContain('Alva Nyström kan inte svara här just nu')
  expect(shut?.company).not.toMatch(/svarade inte|spärr/)
})

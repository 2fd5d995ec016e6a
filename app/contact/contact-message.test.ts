import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySign } from '../../test/support/model/any-sign'
import { interests } from './contact-interests'
import { parseContactMessage } from './contact-message'

const complete = {
  name: 'Siv Berg',
  email: 'siv@exempel.se',
  interest: 'business',
  message: 'Hej.\nRing mig.',
}

function form(changes: Record<string, string | null> = {}): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries({ ...complete, ...changes })) {
    if (value !== null) values[name] = value
  }
  return values
}

function refusedFields(changes: Record<string, string | null>): Record<string, string> {
  const outcome = parseContactMessage(form(changes))
  return outcome.ok ? {} : outcome.fields
}

describe('an accepted message', () => {
  test('is returned as it was written', () => {
    expect(parseContactMessage(form())).toEqual({ ok: true, value: complete })
  })

  test('is trimmed, and its line breaks normalised', () => {
    const outcome = parseContactMessage(
      form({ name: ' Siv Berg ', email: ' siv@exempel.se\u200b ', message: 'Hej.\r\nRing mig.\r\n' }),
    )
    expect(outcome).toEqual({ ok: true, value: complete })
  })

  test('may be empty', () => {
    expect(parseContactMessage(form({ message: null }))).toMatchObject({ ok: true, value: { message: '' } })
    expect(parseContactMessage(form({ message: '\u200b\n\u2800' }))).toMatchObject({ value: { message: '' } })
  })

  test('is from a private person by default', () => {
    expect(parseContactMessage(form({ interest: null }))).toMatchObject({
      ok: true,
      value: { interest: 'customer' },
    })
  })

  test.each(interests.map(({ value }) => value))('may have the interest %s', (interest) => {
    expect(parseContactMessage(form({ interest }))).toMatchObject({ ok: true, value: { interest } })
  })

  test('may be as short and as long as the limits', () => {
    expect(refusedFields({ name: 'Å' })).toEqual({})
    expect(refusedFields({ name: 'x'.repeat(120), message: `${'rad\r\n'.repeat(1249)}rad.` })).toEqual({})
  })
})

describe('a refused message', () => {
  test.each([
    ['name', null, 'Skriv ditt namn'],
    ['name', '   ', 'Skriv ditt namn'],
    ['name', '\u200b\u2060', 'Skriv ditt namn'],
    ['name', 'Siv\r\nBcc: alla@exempel.se', 'Skriv namnet på en rad, utan radbrytningar'],
    ['name', 'Siv\n', 'Skriv namnet på en rad, utan radbrytningar'],
    ['name', 'Siv\u0000', 'Skriv namnet på en rad, utan radbrytningar'],
    ['name', 'x'.repeat(121), 'Namnet får vara högst 120 tecken'],
    ['email', null, 'Skriv din e-postadress'],
    ['email', '', 'Skriv din e-postadress'],
    ['email', 'siv', 'Skriv en hel e-postadress, till exempel namn@exempel.se'],
    ['email', 'siv@exempel', 'Skriv en hel e-postadress, till exempel namn@exempel.se'],
    ['email', 'siv@exempel.se\nBcc: alla@exempel.se', 'Skriv e-postadressen på en rad, utan radbrytningar'],
    ['email', `${'x'.repeat(250)}@exempel.se`, 'E-postadressen får vara högst 254 tecken'],
    ['interest', 'admin', 'Välj vad det gäller'],
    ['message', 'x'.repeat(5001), 'Meddelandet får vara högst 5\u00a0000 tecken'],
    ['message', 'a\u0000b', 'Meddelandet innehåller tecken som inte går att läsa'],
  ])('has its error at the field: %s %j', (field, value, message) => {
    expect(refusedFields({ [field]: value })).toEqual({ [field]: message })
  })

  test('has all its errors at once', () => {
    expect(Object.keys(refusedFields({ name: '', email: '', interest: 'x' }))).toEqual(['name', 'email', 'interest'])
  })
})

test('an accepted name and address never contain a line break (header injection)', () => {
  fc.assert(
    fc.property(fc.string({ unit: anySign }), fc.string({ unit: anySign }), (name, local) => {
      const outcome = parseContactMessage(form({ name, email: `${local}@exempel.se` }))
      if (outcome.ok) expect(outcome.value.name + outcome.value.email).not.toMatch(/[\r\n\0]/)
    }),
  )
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import * as field from './fields'
import { keptValues, parseForm, typedValues } from './form'
import { optionalPhone, ownPhone } from './phone-fields'

test('ignores a file in a text field', () => {
  const form = new FormData()
  form.set('name', new File(['x'], 'x.txt'))
  form.set('email', 'siv@exempel.se')
  expect(typedValues(form)).toEqual({ email: 'siv@exempel.se' })
})

test('secrets are not sent back to the page', () => {
  const values = {
    email: 'siv@exempel.se',
    password: 'hemligt',
    secretKey: '00FF',
    newPassword: 'hemligare',
    code: '123456',
  }
  expect(keptValues(values)).toEqual({ email: 'siv@exempel.se' })
  expect(keptValues({ postcode: '125 4', recoveryCode: 'x' })).toEqual({ postcode: '125 4' })
})

test('shows the first message of each field', () => {
  const schema = z.object({ name: z.string().min(3, 'för kort').regex(/^a/, 'börjar inte på a') })
  expect(parseForm(schema, { name: 'b' }, 'Nej')).toEqual({
    ok: false,
    title: 'Nej',
    message: '',
    fields: { name: 'för kort' },
  })
  expect(parseForm(schema, { name: 'abc' }, 'Nej')).toEqual({ ok: true, value: { name: 'abc' } })
})

test.each<[string, (form: z.ZodType) => z.ZodType]>([
  ['alone', (form) => form],
  ['transformed', (form) => form.transform((value) => value)],
  ['with values that are prepared first', (form) => z.preprocess((value) => value, form)],
])('shows the messages in the order of the fields, also those of rules about several: a schema %s', (_, made) => {
  const hours = z.string().transform(Number)
  const form = z
    .object({ title: z.string().min(1, 'tom'), hours, minutes: hours, notice: z.string().min(1, 'tom') })
    .refine(({ hours, minutes }) => hours + minutes > 0, {
      path: ['hours'],
      error: 'hur länge?',
      ...field.whenRight('hours', 'minutes'),
    })
  const answer = parseForm(made(form), { title: '', hours: '0', minutes: '0', notice: '' }, 'Nej')
  expect(answer.ok ? [] : Object.entries(answer.fields)).toEqual([
    ['title', 'tom'],
    ['hours', 'hur länge?'],
    ['notice', 'tom'],
  ])
})

const firstWords = (schema: z.ZodType, typed: unknown) => {
  const read = schema.safeParse(typed)
  return read.success ? read.data : read.error.issues[0]?.message
}
const letters = (count: number) => 'x'.repeat(count)

test.each<[string, z.ZodType, unknown, unknown]>([
  ['a line of the greatest length', field.line('Skriv', 5), ' abcde ', 'abcde'],
  ['a line that is too long', field.line('Skriv', 5), 'abcdef', 'Det får vara högst 5 tecken'],
  ['an empty line', field.line('Skriv', 5), '  ', 'Skriv'],
  ['a line of invisible characters', field.line('Skriv', 5), '\u200b\u2060\ufeff', 'Skriv'],
  ['a line with a joined emoji', field.line('Skriv', 9), '👩‍👧', '👩‍👧'],
  ['a line of an empty braille character', field.line('Skriv', 5), '\u2800', 'Skriv'],
  ['a line of combining marks alone', field.line('Skriv', 5), '\u0301\u0308', 'Skriv'],
  ['a line of unassigned characters', field.line('Skriv', 5), '\ue000\u0378', 'Skriv'],
  ['a line with a Unicode line separator', field.line('Skriv', 9), 'a\u2028b', 'Skriv på en rad, utan radbrytningar'],
  ['a line with a bidirectional override', field.line('Skriv', 9), 'a\u202eb', 'Ta bort dolda tecken'],
  ['a name that begins with invisible characters', field.name('Skriv', 20), '\u2060 \u0301\u2800Eva Ek', 'Eva Ek'],
  ['a name with spaces that are not ASCII', field.name('Skriv', 9), 'Eva\u00a0\u2003Ek', 'Eva Ek'],
  ['a name with a zero-width non-joiner', field.name('Skriv', 9), 'علی\u200cرضا', 'علی\u200cرضا'],
  ['a name of invisible characters', field.name('Skriv', 9), '\u2060 \u200b', 'Skriv'],
  ['a line of one letter', field.line('Skriv', 5), 'a', 'a'],
  ['a paragraph of one letter', field.paragraph('Skriv', 5), 'a', 'a'],
  ['an email address with zero-width characters', field.email, '\u200bEva\u00ad@exempel.se\u2060', 'eva@exempel.se'],
  ['a postcode with a zero-width character', field.postcode, '125\u00a040\u200b', '12540'],
  [
    'a phone number copied with its invisible characters',
    ownPhone,
    '\u202a+46\u00a070\u202f123 45 67\u202c',
    '+46701234567',
  ],
  ['an email address of one character', field.email, 'x', 'Skriv en e-postadress, till exempel namn@exempel.se'],
  ['a new password of one character', field.newPassword, 'x', 'Lösenordet behöver minst 6 tecken'],
  ['a line with a line break', field.line('Skriv', 5), 'a\nb', 'Skriv på en rad, utan radbrytningar'],
  ['a paragraph with a line break', field.paragraph('Skriv', 5), 'a\nb', 'a\nb'],
  ['a paragraph that is too long', field.paragraph('Skriv', 5), 'abcdef', 'Det får vara högst 5 tecken'],
  ['an empty paragraph', field.paragraph('Skriv', 5), ' ', 'Skriv'],
  ['a paragraph that is not sent', field.paragraph('Skriv', 5), undefined, 'Skriv'],
  ['a paragraph of invisible characters', field.paragraph('Skriv', 9), '\u200b\n\u2800', 'Skriv'],
  ['a paragraph as a browser sends it', field.paragraph('Skriv', 5), ' a\r\nb ', 'a\nb'],
  [
    'a paragraph with a control character',
    field.paragraph('Skriv', 5),
    'a\u0007',
    'Texten har tecken som inte går att visa',
  ],
  ['an optional text of invisible characters', field.text(5), '\u2060\r\n\u200b', ''],
  ['an optional text as a browser sends it', field.text(5), ' a\r\nb\r ', 'a\nb'],
  ['an optional text with an unclosed bidirectional override', field.text(5), 'a\u202e\nb', 'a\nb'],
  ['an optional text of bidirectional controls alone', field.text(5), '\u202e\u2066', ''],
  ['an optional text that is left out', field.text(5), undefined, ''],
  ['an optional text of the greatest length', field.text(5), 'abcde', 'abcde'],
  ['an optional text that is too long', field.text(5), 'abcdef', 'Det får vara högst 5 tecken'],
  ['an optional text with a tab', field.text(5), 'a\tb', 'a\tb'],
  ['an optional text with a control character', field.text(5), 'a\u0007', 'Texten har tecken som inte går att visa'],
  [
    'the longest email address',
    field.email,
    `${letters(64)}@${letters(63)}.${letters(63)}.${letters(58)}.se`,
    `${letters(64)}@${letters(63)}.${letters(63)}.${letters(58)}.se`,
  ],
  [
    'an email address that is too long',
    field.email,
    `${letters(64)}@${letters(63)}.${letters(63)}.${letters(59)}.se`,
    'Adressen är för lång för att vara en e-postadress',
  ],
  ['an empty email address', field.email, ' ', 'Fyll i din e-postadress'],
  ['a new password of six characters', field.newPassword, 'sexsex', 'sexsex'],
  ['a new password of five characters', field.newPassword, 'femfe', 'Lösenordet behöver minst 6 tecken'],
  ['a new password of 128 characters', field.newPassword, letters(128), letters(128)],
  ['a new password of 129 characters', field.newPassword, letters(129), 'Lösenordet får vara högst 128 tecken'],
  ['an empty new password', field.newPassword, '', 'Välj ett lösenord'],
  ['a short current password', field.password, 'x', 'x'],
  ['an empty current password', field.password, '', 'Fyll i ditt lösenord'],
  ['a current password of 129 characters', field.password, letters(129), 'Fel lösenord'],
  ['a current password of 128 characters', field.password, letters(128), letters(128)],
  ['a phone number', ownPhone, '070-123 45 67', '+46701234567'],
  ['an empty phone number', ownPhone, '', 'Fyll i ditt mobilnummer'],
  ['a phone number of two digits', ownPhone, '12', 'Skriv ett telefonnummer, till exempel 070-123 45 67'],
  ['a phone number of 41 characters', ownPhone, letters(41), 'Numret är för långt för att vara ett telefonnummer'],
  ['a phone number of forty letters', ownPhone, letters(40), 'Skriv ett telefonnummer, till exempel 070-123 45 67'],
  ['an empty optional phone number', optionalPhone, ' ', null],
  [
    'an optional phone number of two digits',
    optionalPhone,
    '12',
    'Skriv ett telefonnummer, till exempel 070-123 45 67',
  ],
  ['an empty postcode, read as the pilot area', field.postcode, '', '12540'],
  ['a postcode with a space', field.postcode, '125 31', '12531'],
  ['a postcode of four digits', field.postcode, '1253', 'Ett postnummer har fem siffror, till exempel 125 40'],
  ['a required box that is ticked', field.ticked('Bekräfta'), 'on', 'on'],
  ['a required box that is not ticked', field.ticked('Bekräfta'), undefined, 'Bekräfta'],
  ['an optional box that is ticked', field.box, 'on', true],
  ['an optional box that is not ticked', field.box, undefined, false],
  ['a date', field.day('Välj'), '2026-11-20', '2026-11-20'],
  ['an empty date', field.day('Välj'), '', 'Välj'],
  ['a date of one character', field.day('Välj'), 'x', 'Skriv datumet som år, månad och dag, till exempel 2026-11-20'],
  [
    'a date that does not exist',
    field.day('Välj'),
    '2026-02-30',
    'Skriv datumet som år, månad och dag, till exempel 2026-11-20',
  ],
  ['the least whole number', field.whole(2, 12, 'Skriv'), ' 2 ', 2],
  ['the greatest whole number', field.whole(2, 12, 'Skriv'), '12', 12],
  ['a whole number that is too small', field.whole(2, 12, 'Skriv'), '1', 'Skriv'],
  ['a whole number that is too great', field.whole(2, 12, 'Skriv'), '13', 'Skriv'],
  ['a decimal where a whole number is asked for', field.whole(2, 12, 'Skriv'), '2.5', 'Skriv'],
])('reads or refuses a field: %s', (_, schema, typed, read) => {
  expect(firstWords(schema, typed)).toEqual(read)
})

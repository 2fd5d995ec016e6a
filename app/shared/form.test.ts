import { expect, test } from 'vitest'
import { z } from 'zod'
import * as field from './fields'
import { keptValues, parseForm, typedValues } from './form'

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

const firstWords = (schema: z.ZodType, typed: unknown) => {
  const read = schema.safeParse(typed)
  return read.success ? read.data : read.error.issues[0]?.message
}
const letters = (count: number) => 'x'.repeat(count)

test.each<[string, z.ZodType, unknown, unknown]>([
  ['a line that fits', field.line('Skriv', 5), ' abcde ', 'abcde'],
  ['a longer one', field.line('Skriv', 5), 'abcdef', 'Det får vara högst 5 tecken'],
  ['none', field.line('Skriv', 5), '  ', 'Skriv'],
  ['one of signs that nobody sees', field.line('Skriv', 5), '\u200b\u2060\ufeff', 'Skriv'],
  ['one that a family of signs holds together', field.line('Skriv', 9), '👩‍👧', '👩‍👧'],
  ['an empty sign of braille', field.line('Skriv', 5), '\u2800', 'Skriv'],
  ['marks that stand on nothing', field.line('Skriv', 5), '\u0301\u0308', 'Skriv'],
  ['signs without a form', field.line('Skriv', 5), '\ue000\u0378', 'Skriv'],
  ['one with a break that is none of ASCII', field.line('Skriv', 9), 'a\u2028b', 'Skriv på en rad, utan radbrytningar'],
  ['one that is turned round', field.line('Skriv', 9), 'a\u202eb', 'Ta bort dolda tecken'],
  ['a name that begins with nothing', field.name('Skriv', 20), '\u2060 \u0301\u2800Eva Ek', 'Eva Ek'],
  ['one whose words another space parts', field.name('Skriv', 9), 'Eva\u00a0\u2003Ek', 'Eva Ek'],
  ['one with a sign between its letters', field.name('Skriv', 9), 'علی\u200cرضا', 'علی\u200cرضا'],
  ['none at all', field.name('Skriv', 9), '\u2060 \u200b', 'Skriv'],
  ['one letter', field.line('Skriv', 5), 'a', 'a'],
  ['one letter of a paragraph', field.paragraph('Skriv', 5), 'a', 'a'],
  ['an address with signs of no width', field.email, '\u200bEva\u00ad@exempel.se\u2060', 'eva@exempel.se'],
  ['a postcode with one', field.postcode, '125\u00a040\u200b', '12540'],
  ['a number as a list of contacts copies it', field.phone, '\u202a+46\u00a070\u202f123 45 67\u202c', '+46701234567'],
  ['one sign of an address', field.email, 'x', 'Skriv en e-postadress, till exempel namn@exempel.se'],
  ['one sign of a new password', field.newPassword, 'x', 'Lösenordet behöver minst 6 tecken'],
  ['two lines', field.line('Skriv', 5), 'a\nb', 'Skriv på en rad, utan radbrytningar'],
  ['paragraphs', field.paragraph('Skriv', 5), 'a\nb', 'a\nb'],
  ['longer ones', field.paragraph('Skriv', 5), 'abcdef', 'Det får vara högst 5 tecken'],
  ['nothing', field.paragraph('Skriv', 5), ' ', 'Skriv'],
  ['one that is not sent', field.paragraph('Skriv', 5), undefined, 'Skriv'],
  ['several lines of signs that nobody sees', field.paragraph('Skriv', 9), '\u200b\n\u2800', 'Skriv'],
  ['a paragraph as a browser sends it', field.paragraph('Skriv', 5), ' a\r\nb ', 'a\nb'],
  ['one with what is no letter', field.paragraph('Skriv', 5), 'a\u0007', 'Texten har tecken som inte går att visa'],
  ['a text of signs that nobody sees', field.text(5), '\u2060\r\n\u200b', ''],
  ['a text as a browser sends it', field.text(5), ' a\r\nb\r ', 'a\nb'],
  ['a text that would turn round the words after it', field.text(5), 'a\u202e\nb', 'a\nb'],
  ['a text of nothing else', field.text(5), '\u202e\u2066', ''],
  ['one that is left out', field.text(5), undefined, ''],
  ['one that fits', field.text(5), 'abcde', 'abcde'],
  ['one that does not', field.text(5), 'abcdef', 'Det får vara högst 5 tecken'],
  ['one with a tab', field.text(5), 'a\tb', 'a\tb'],
  ['one with what is no letter', field.text(5), 'a\u0007', 'Texten har tecken som inte går att visa'],
  [
    'the longest address',
    field.email,
    `${letters(64)}@${letters(63)}.${letters(63)}.${letters(58)}.se`,
    `${letters(64)}@${letters(63)}.${letters(63)}.${letters(58)}.se`,
  ],
  [
    'a longer address',
    field.email,
    `${letters(64)}@${letters(63)}.${letters(63)}.${letters(59)}.se`,
    'Adressen är för lång för att vara en e-postadress',
  ],
  ['no address', field.email, ' ', 'Fyll i din e-postadress'],
  ['a new password of six', field.newPassword, 'sexsex', 'sexsex'],
  ['one of five', field.newPassword, 'femfe', 'Lösenordet behöver minst 6 tecken'],
  ['one of 128', field.newPassword, letters(128), letters(128)],
  ['one of 129', field.newPassword, letters(129), 'Lösenordet får vara högst 128 tecken'],
  ['none that is new', field.newPassword, '', 'Välj ett lösenord'],
  ['a short one that is there', field.password, 'x', 'x'],
  ['none that is there', field.password, '', 'Fyll i ditt lösenord'],
  ['one that is longer than any', field.password, letters(129), 'Fel lösenord'],
  ['the longest that is there', field.password, letters(128), letters(128)],
  ['a phone', field.phone, '070-123 45 67', '+46701234567'],
  ['no phone', field.phone, '', 'Fyll i ditt mobilnummer'],
  ['what is none', field.phone, '12', 'Skriv ett telefonnummer, till exempel 070-123 45 67'],
  ['what is far too long', field.phone, letters(41), 'Numret är för långt för att vara ett telefonnummer'],
  ['a phone with forty signs', field.phone, letters(40), 'Skriv ett telefonnummer, till exempel 070-123 45 67'],
  ['none where none is needed', field.optionalPhone, ' ', null],
  ['what is none there', field.optionalPhone, '12', 'Skriv ett telefonnummer, till exempel 070-123 45 67'],
  ['the pilot area', field.postcode, '', '12540'],
  ['an area', field.postcode, '125 31', '12531'],
  ['four digits', field.postcode, '1253', 'Ett postnummer har fem siffror, till exempel 125 40'],
  ['a tick', field.ticked('Bekräfta'), 'on', 'on'],
  ['no tick', field.ticked('Bekräfta'), undefined, 'Bekräfta'],
  ['a box', field.box, 'on', true],
  ['an empty box', field.box, undefined, false],
  ['a day', field.day('Välj'), '2026-11-20', '2026-11-20'],
  ['no day', field.day('Välj'), '', 'Välj'],
  ['one sign of a day', field.day('Välj'), 'x', 'Skriv datumet som år, månad och dag, till exempel 2026-11-20'],
  [
    'a day that is none',
    field.day('Välj'),
    '2026-02-30',
    'Skriv datumet som år, månad och dag, till exempel 2026-11-20',
  ],
  ['the least', field.whole(2, 12, 'Skriv'), ' 2 ', 2],
  ['the most', field.whole(2, 12, 'Skriv'), '12', 12],
  ['less', field.whole(2, 12, 'Skriv'), '1', 'Skriv'],
  ['more', field.whole(2, 12, 'Skriv'), '13', 'Skriv'],
  ['what is not whole', field.whole(2, 12, 'Skriv'), '2.5', 'Skriv'],
])('reads or refuses a field: %s', (_, schema, typed, read) => {
  expect(firstWords(schema, typed)).toEqual(read)
})

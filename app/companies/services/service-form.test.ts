import { describe, expect, test } from 'vitest'
import { parseForm } from '~/shared/form'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { previewOf, serviceForm } from './service-form'
import { serviceValues } from './service-values'

const written = {
  title: ' Fönsterputs ',
  description: 'Ut- och insida.\r\nEgna medel.',
  category: 'cleaning',
  price: '1 349,50',
  hours: '2',
  minutes: '30',
}
const parse = (given: Record<string, string> = {}) => parseForm(serviceForm, { ...written, ...given }, 'Nej')

test('a valid service is parsed, with defaults for its booking rules', () => {
  expect(valueFrom(parse())).toEqual({
    title: 'Fönsterputs',
    description: 'Ut- och insida.\nEgna medel.',
    category: 'cleaning',
    listOre: 1349_50,
    durationMin: 150,
    isRut: false,
    labourPercent: 100,
    bufferMin: 0,
    noticeHours: 2,
    freeCancelHours: 24,
    place: 'customer',
  })
})

test.each([
  [
    { buffer: '30', notice: '48', cancel: '0' },
    { bufferMin: 30, noticeHours: 48, freeCancelHours: 0 },
  ],
  [
    { buffer: '', notice: '0', cancel: '' },
    { bufferMin: 0, noticeHours: 0, freeCancelHours: 24 },
  ],
])('booking rules %o are parsed as %o', (given, expected) => {
  expect(valueFrom(parse(given as Record<string, string>))).toMatchObject(expected)
})

test.each([
  [{ hours: '0', minutes: '1' }, 1],
  [{ hours: '', minutes: '45' }, 45],
  [{ hours: '14', minutes: '' }, 840],
])('duration %o is parsed as %i minutes', (given, minutes) => {
  expect(valueFrom(parse(given)).durationMin).toBe(minutes)
})

test.each([
  [
    { rut: 'on', labour: '80' },
    { isRut: true, labourPercent: 80 },
  ],
  [
    { rut: 'on', labour: '' },
    { isRut: true, labourPercent: 100 },
  ],
  // The field for the share is hidden unless the box is ticked, so its value is ignored then.
  [{ labour: 'skräp' }, { isRut: false, labourPercent: 100 }],
])('RUT fields %o are parsed as %o', (given, expected) => {
  expect(valueFrom(parse(given as Record<string, string>))).toMatchObject(expected)
})

test('each number is accepted at its minimum and maximum', () => {
  const most = { price: '100 000', buffer: '240', notice: '336', cancel: '168', rut: 'on', labour: '100' }
  expect(valueFrom(parse({ ...most, title: 'x'.repeat(120), description: 'x'.repeat(2000) }))).toMatchObject({
    listOre: 100_000_00,
    bufferMin: 240,
    noticeHours: 336,
    freeCancelHours: 168,
    labourPercent: 100,
  })
  const least = { price: '1', buffer: '0', notice: '0', cancel: '0', rut: 'on', labour: '1', minutes: '59' }
  expect(valueFrom(parse({ ...least, hours: ' ', title: 'x' }))).toMatchObject({
    listOre: 1_00,
    bufferMin: 0,
    noticeHours: 0,
    freeCancelHours: 0,
    labourPercent: 1,
    durationMin: 59,
  })
})

test('the messages for a wrong price, RUT category and duration say what to do', () => {
  const said = (given: Record<string, string>) => refusalFrom(parse(given)).fields
  expect(said({ price: 'gratis' })).toEqual({ price: 'Skriv priset i kronor, till exempel 349 eller 349,50' })
  expect(said({ price: '100 001' })).toEqual({ price: 'Priset får vara mellan 1 och 100\u00a0000\u00a0kr' })
  expect(said({ category: 'hair', rut: 'on' })).toEqual({ rut: 'Arbete i den kategorin ger inte rutavdrag' })
  expect(said({ hours: '', minutes: '' })).toEqual({ hours: 'Fyll i hur lång tid tjänsten tar' })
  expect(said({ hours: '15' })).toEqual({ hours: 'Skriv timmarna som ett tal, högst 14' })
  expect(said({ hours: '14', minutes: '30' })).toEqual({ hours: 'En tjänst kan ta högst 14 timmar' })
})

test.each([
  [{ buffer: '241' }, 'buffer'],
  [{ notice: '337' }, 'notice'],
  [{ notice: '-1' }, 'notice'],
  [{ cancel: '169' }, 'cancel'],
  [{ cancel: 'en dag' }, 'cancel'],
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(121) }, 'title'],
  [{ title: 'a\nb' }, 'title'],
  [{ description: 'x'.repeat(2001) }, 'description'],
  [{ category: 'admin' }, 'category'],
  [{ price: '' }, 'price'],
  [{ price: 'gratis' }, 'price'],
  [{ price: '0,99' }, 'price'],
  [{ price: '100 000,01' }, 'price'],
  [{ price: '-100' }, 'price'],
  [{ hours: '0', minutes: '0' }, 'hours'],
  [{ hours: '14', minutes: '1' }, 'hours'],
  [{ hours: '15' }, 'hours'],
  [{ minutes: '60' }, 'minutes'],
  [{ minutes: '1e1' }, 'minutes'],
  [{ rut: 'on', labour: '101' }, 'labour'],
  [{ rut: 'on', labour: '0' }, 'labour'],
])('%o is refused at its field', (given, field) => {
  expect(Object.keys(refusalFrom(parse(given as Record<string, string>)).fields)).toEqual([field])
})

describe('the preview card', () => {
  test('appears once there is a price and a duration, and keeps the last valid price', () => {
    expect(previewOf({ title: 'Putsning' }, null)).toBeNull()
    const first = previewOf({ price: '500', hours: '1' }, null)
    expect(first).toMatchObject({ title: 'Tjänstens namn', listOre: 500_00, durationMin: 60 })
    expect(previewOf({ title: 'Putsning', price: '500,', hours: '1' }, first)).toMatchObject({
      title: 'Putsning',
      listOre: 500_00,
    })
  })
})

test('a stored service survives a round trip through the form’s values', () => {
  const stored = {
    title: 'Städ',
    description: 'Allt',
    category: 'cleaning',
    listOre: 999_05,
    duration_min: 61,
    is_rut: true,
    labour_percent: 70,
    buffer_min: 15,
    notice_hours: 12,
    free_cancel_hours: 48,
    place: 'company',
  }
  expect(valueFrom(parseForm(serviceForm, serviceValues(stored), 'Nej'))).toEqual({
    title: 'Städ',
    description: 'Allt',
    category: 'cleaning',
    listOre: 999_05,
    durationMin: 61,
    isRut: true,
    labourPercent: 70,
    bufferMin: 15,
    noticeHours: 12,
    freeCancelHours: 48,
    place: 'company',
  })
})

test('the place of a service defaults to that of its category, and an unknown place is refused', () => {
  const form = { title: 'A', category: 'cleaning', price: '100', hours: '1' }
  const placeOf = (given: Record<string, string>) =>
    valueFrom(parseForm(serviceForm, { ...form, ...given }, 'Nej')).place
  expect([placeOf({}), placeOf({ category: 'foot' }), placeOf({ category: 'foot', place: 'customer' })]).toEqual([
    'customer',
    'company',
    'customer',
  ])
  expect(refusalFrom(parseForm(serviceForm, { ...form, place: 'constructor' }, 'Nej')).fields).toEqual({
    place: 'Välj var jobbet görs',
  })
})

test('the preview shows the RUT deduction only for categories that give it', () => {
  const preview = (given: Record<string, string>) => previewOf({ ...written, rut: 'on', labour: '80', ...given }, null)
  expect(preview({})).toMatchObject({ isRut: true, labourPercent: 80 })
  expect(preview({ category: 'hair' })).toMatchObject({ isRut: false, labourPercent: 100, place: 'company' })
  expect(preview({ category: 'nonsens' })).toMatchObject({ isRut: false })
  expect(preview({ rut: '' })).toMatchObject({ isRut: false, labourPercent: 100 })
})

test('a missing title, no duration and a wrong box for RUT are told at once', () => {
  const wrong = { title: '', hours: '0', minutes: '0', rut: 'on', category: 'hair' }
  expect(Object.keys(refusalFrom(parse(wrong)).fields).sort()).toEqual(['hours', 'rut', 'title'])
})

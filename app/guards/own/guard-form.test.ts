import { expect, test } from 'vitest'
import { parseForm } from '~/shared/form'
import { dutyForm, guardForm, positionForm } from './guard-form'

const wrongOf = (form: typeof guardForm | typeof dutyForm | typeof positionForm, values: Record<string, string>) => {
  const read = parseForm(form, values, 'Inte sparat')
  return read.ok ? null : read.fields
}

test('a guard’s name has letters, at most 200 characters, and is required', () => {
  const named = (name: string) => wrongOf(guardForm, { name, phone: '070-174 06 61' })
  expect(named('Bo')).toBeNull()
  expect(named('b'.repeat(200))).toBeNull()
  expect(named('b'.repeat(201))).toEqual({ name: expect.stringContaining('200') })
  expect(named('')).toEqual({ name: 'Fyll i väktarens namn' })
  expect(named('112')).toEqual({ name: 'Skriv namnet med bokstäver, till exempel Bo Ek' })
})

test('duty may last 4, 8 or 12 hours only', () => {
  const taken = Array.from({ length: 26 }, (_, hours) => hours).filter((hours) => {
    const wrong = wrongOf(dutyForm, { hours: String(hours) })
    if (wrong) expect(wrong).toEqual({ hours: 'Välj hur länge' })
    return wrong === null
  })
  expect(taken).toEqual([4, 8, 12])
})

test('a position must have a valid latitude and longitude', () => {
  const at = (latitude: number, longitude: number) =>
    wrongOf(positionForm, { latitude: String(latitude), longitude: String(longitude) })
  for (const [latitude, longitude] of [
    [90, 180],
    [-90, -180],
    [0, 0],
  ] as const)
    expect(at(latitude, longitude)).toBeNull()
  for (const latitude of [90.001, -90.001]) expect(Object.keys(at(latitude, 18) ?? {})).toEqual(['latitude'])
  for (const longitude of [180.001, -180.001]) expect(Object.keys(at(59, longitude) ?? {})).toEqual(['longitude'])
})

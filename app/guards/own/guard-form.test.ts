import { expect, test } from 'vitest'
import { parseForm } from '~/shared/form'
import { dutyForm, guardForm, positionForm } from './guard-form'

const wrongOf = (form: typeof guardForm | typeof dutyForm | typeof positionForm, values: Record<string, string>) => {
  const read = parseForm(form, values, 'Inte sparat')
  return read.ok ? null : read.fields
}

test('a name may be as long as two hundred letters, and one that is left out is asked for and not judged', () => {
  const named = (name: string) => wrongOf(guardForm, { name, phone: '070-174 06 61' })
  expect(named('Bo')).toBeNull()
  expect(named('b'.repeat(200))).toBeNull()
  expect(named('b'.repeat(201))).toEqual({ name: expect.stringContaining('200') })
  expect(named('')).toEqual({ name: 'Fyll i väktarens namn' })
  expect(named('112')).toEqual({ name: 'Skriv namnet med bokstäver, till exempel Bo Ek' })
})

test('duty is of the lengths that are offered, and of no other', () => {
  const taken = Array.from({ length: 26 }, (_, hours) => hours).filter((hours) => {
    const wrong = wrongOf(dutyForm, { hours: String(hours) })
    if (wrong) expect(wrong).toEqual({ hours: 'Välj hur länge' })
    return wrong === null
  })
  expect(taken).toEqual([4, 8, 12])
})

test('a place is one on the globe', () => {
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

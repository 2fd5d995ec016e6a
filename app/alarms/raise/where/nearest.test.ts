import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kilometresBetween, nearestFirst } from './nearest'

const älvsjö = { latitude: 59.2786, longitude: 18.0093 }
const hägersten = { latitude: 59.2966, longitude: 17.98 }

test('the distance between Älvsjö and Hägersten is about 2.6 kilometres', () => {
  expect(kilometresBetween(älvsjö, hägersten)).toBeCloseTo(2.6, 1)
  expect(kilometresBetween(älvsjö, älvsjö)).toBe(0)
})

test('nearestFirst puts the nearest first and unknown positions last, in their own order', () => {
  const people = [
    { name: 'okänd', latitude: null, longitude: null },
    { name: 'långt', latitude: 59.33, longitude: 18.06 },
    { name: 'nära', ...hägersten },
    { name: 'också okänd', latitude: null, longitude: null },
  ]
  const order = (from: typeof älvsjö | null) => nearestFirst(people, from).map(({ name }) => name)
  expect(order(älvsjö)).toEqual(['nära', 'långt', 'okänd', 'också okänd'])
  expect(order(null)).toEqual(['okänd', 'långt', 'nära', 'också okänd'])
  // A position with only one coordinate counts as unknown.
  for (const half of [
    { ...älvsjö, longitude: null },
    { ...älvsjö, latitude: null },
  ]) {
    expect(nearestFirst(people, half)).toEqual(people)
    expect(nearestFirst([half, { ...hägersten }], älvsjö).at(-1)).toBe(half)
  }
})

test('nearestFirst neither loses nor duplicates anybody', () => {
  const place = fc.option(
    fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
  )
  const people = fc.array(fc.record({ id: fc.uuid(), place }))
  fc.assert(
    fc.property(people, place, (all, from) => {
      const called = nearestFirst(
        all.map(({ id, place }) => ({ id, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null })),
        from,
      )
      expect(called.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort())
    }),
  )
})

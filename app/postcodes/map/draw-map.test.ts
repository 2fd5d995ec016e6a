import { describe, expect, test } from 'vitest'
import { drawMap, mapSize, placeInWords, wayInWords } from './draw-map'
import type { Area } from './geojson'
import { nearAreas } from './near-areas'

const here = { latitude: 59.2786, longitude: 18.0093 }
const east = (metres: number) => ({ ...here, longitude: here.longitude + metres / 56_800 })
const north = (metres: number) => ({ ...here, latitude: here.latitude + metres / 111_195 })
/** A square district around a place, so many metres across. */
function district(name: string, at: { latitude: number; longitude: number }, across: number): Area {
  const [dx, dy] = [across / 2 / 56_800, across / 2 / 111_195]
  const corner = (x: number, y: number) => [at.longitude + x * dx, at.latitude + y * dy] as const
  return { name, polygons: [[[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]]] }
}
const nothing = { areas: [], middles: [] }

describe('a map', () => {
  test('has what it is about in the middle, and its doubt around it to scale', () => {
    const { target, scale } = drawMap(here, 100, nothing, [])
    expect(target).toEqual({ x: mapSize.width / 2, y: mapSize.height / 2, radius: 60 })
    expect(scale).toEqual({ words: '200 m', width: 120 })
  })
  test('is as wide as who is near needs, and leaves out who is too far away', () => {
    const { marks, scale } = drawMap(here, 20, nothing, [
      { sign: '1', place: east(900) },
      { sign: '2', place: east(40_000) },
    ])
    expect(marks.map(({ sign }) => sign)).toEqual(['1'])
    expect(marks[0]?.x).toBeGreaterThan(mapSize.width / 2)
    expect(marks[0]?.x).toBeLessThan(mapSize.width)
    expect(scale.words).toBe('500 m')
  })
  test('shows the district one is in, names it beside the mark, and sends nothing that cannot be seen', () => {
    const areas = [district('Solberga', north(300), 1_200), district('Kiruna', north(900_000), 1_000)]
    const drawn = drawMap(here, 20, { areas, middles: [] }, [])
    expect(drawn.areas.map(({ name, isHere }) => [name, isHere])).toEqual([['Solberga', true]])
    expect(drawn.labels.map(({ text }) => text)).toEqual(['Solberga'])
    expect(drawn.areas[0]?.stroke).toMatch(/^M[-\d. L]+Z$/)
  })
  test('lets no name stand over another, and writes each once', () => {
    const areas = Array.from({ length: 9 }, (_, index) => district(`Långa gatan ${index}`, north(150 + index), 300))
    const { labels } = drawMap(here, 20, { areas, middles: [] }, [])
    const heights = labels.map(({ y }) => y).sort((one, other) => one - other)
    expect(labels.length).toBeGreaterThan(1)
    expect(labels.length).toBeLessThan(areas.length)
    expect(heights.every((y, index) => index === 0 || y - (heights[index - 1] ?? 0) >= 22)).toBe(true)
  })
  test('is drawn as well from a doubt of kilometres', () => {
    expect(drawMap(here, 90_000, nothing, []).scale.words).toBe('2 km')
  })
})

describe('the same in words', () => {
  const middles = [
    { name: 'Älvsjö', place: here },
    { name: 'Solberga', place: north(2_000) },
  ]
  test.each([
    [north(640), 'I Örby, 640 m norr om mitten av Älvsjö.'],
    [north(1_950), '50 m söder om mitten av Solberga.'],
    [here, 'I Örby, vid mitten av Älvsjö.'],
  ])('%j', (place, words) => {
    expect(placeInWords(place, { middles, areas: [district('Örby', here, 1_400)] })).toBe(words)
  })
  test('nothing is made up where nothing is known', () => {
    expect(placeInWords(here, nothing)).toBeNull()
  })
  test('the way to somebody', () => {
    expect(wayInWords(here, east(850), 'larmet')).toBe('850 m öster om larmet')
  })
})

test('of a file of the whole town only what is around is kept, the nearest first, without what cannot be seen', () => {
  const areas = [
    district('Långt bort', north(20_000), 800),
    district('Bredvid', east(1_500), 800),
    district('Här', here, 900),
  ]
  const near = nearAreas(areas, here)
  expect(near.map(({ name }) => name)).toEqual(['Här', 'Bredvid'])
  expect(near[0]?.polygons[0]?.[0]).toHaveLength(4)
})

import { describe, expect, test } from 'vitest'
import { drawMap, mapSize, placeInWords, wayInWords } from './draw-map'
import type { Area } from './geojson'
import { nearAreas } from './near-areas'

const here = { latitude: 59.2786, longitude: 18.0093 }
const east = (metres: number) => ({ ...here, longitude: here.longitude + metres / 56_800 })
const north = (metres: number) => ({ ...here, latitude: here.latitude + metres / 111_195 })
/** A square district around a place, `across` metres wide. */
function district(name: string, at: { latitude: number; longitude: number }, across: number): Area {
  const [dx, dy] = [across / 2 / 56_800, across / 2 / 111_195]
  const corner = (x: number, y: number) => [at.longitude + x * dx, at.latitude + y * dy] as const
  return { name, polygons: [[[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]]] }
}
const nothing = { areas: [], middles: [] }

describe('a map', () => {
  test('has the alarm in the middle, with a circle for its accuracy, to scale', () => {
    const { target, scale } = drawMap(here, 100, nothing, [])
    expect(target).toEqual({ x: mapSize.width / 2, y: mapSize.height / 2, radius: 60 })
    expect(scale).toEqual({ words: '200 m', width: 120 })
  })
  test('is scaled to show those who are near, and leaves out those too far away', () => {
    const { marks, scale } = drawMap(here, 20, nothing, [
      { sign: '1', place: east(900) },
      { sign: '2', place: east(40_000) },
    ])
    expect(marks.map(({ sign }) => sign)).toEqual(['1'])
    expect(marks[0]?.x).toBeGreaterThan(mapSize.width / 2)
    expect(marks[0]?.x).toBeLessThan(mapSize.width)
    expect(scale.words).toBe('500 m')
  })
  test('shows the district of the place, names it beside the mark, and leaves out districts outside the map', () => {
    const areas = [district('Solberga', north(300), 1_200), district('Kiruna', north(900_000), 1_000)]
    const drawn = drawMap(here, 20, { areas, middles: [] }, [])
    expect(drawn.areas.map(({ name, isHere }) => [name, isHere])).toEqual([['Solberga', true]])
    expect(drawn.labels.map(({ text }) => text)).toEqual(['Solberga'])
    expect(drawn.areas[0]?.stroke).toMatch(/^M[-\d. L]+Z$/)
  })
  test('draws labels without overlap, each once', () => {
    const areas = Array.from({ length: 9 }, (_, index) => district(`Långa gatan ${index}`, north(150 + index), 300))
    const { labels } = drawMap(here, 20, { areas, middles: [] }, [])
    const heights = labels.map(({ y }) => y).sort((one, other) => one - other)
    expect(labels.length).toBeGreaterThan(1)
    expect(labels.length).toBeLessThan(areas.length)
    expect(heights.every((y, index) => index === 0 || y - (heights[index - 1] ?? 0) >= 22)).toBe(true)
  })
  test('is drawn also with an accuracy of kilometres', () => {
    expect(drawMap(here, 90_000, nothing, []).scale.words).toBe('2 km')
  })
})

describe('positions on the map, to a tenth of a unit', () => {
  const south = (metres: number) => north(-metres)
  const west = (metres: number) => east(-metres)
  const marked = (...places: { latitude: number; longitude: number }[]) =>
    places.map((place, index) => ({ place, sign: String(index + 1) }))
  const marksOf = (...places: { latitude: number; longitude: number }[]) =>
    drawMap(here, null, nothing, marked(...places)).marks.map(({ x, y }) => [x, y])
  const up = (units: number, right = 0) => ({ ...north(units / 0.6), longitude: east(right / 0.6).longitude })
  /**
   * A map around the place itself, which is the centre of its postcode, with 400 metres to the upper edge: 0.6 units a
   * metre.
   */
  const around = (...places: { latitude: number; longitude: number }[]) => {
    const middles = [here, ...places].map((place, index) => ({
      name: index === 0 ? 'Här' : `Området ${index}.`,
      place,
    }))
    return drawMap(here, null, { areas: [], middles }, [])
  }

  test('the farthest mark is close to the edge, vertically as well as horizontally', () => {
    expect([marksOf(north(1_000)), marksOf(south(1_000)), marksOf(east(1_000)), marksOf(west(1_000))]).toEqual([
      [[320, 36]],
      [[320, 444]],
      [[592, 240]],
      [[48, 240]],
    ])
    expect(marksOf(north(100), south(500))).toEqual([
      [320, 199.2],
      [320, 444],
    ])
    expect(marksOf(north(100)), 'never nearer than a street or two').toEqual([[320, 180]])
    expect(drawMap(here, null, nothing, []).target.radius).toBe(0)
    expect([marksOf(north(2_549)), marksOf(north(2_551))]).toEqual([[[320, 36]], []])
    // The centre of its own postcode counts only once.
    const middle = (place: typeof here) => ({ name: 'Älvsjö', place })
    const { dots } = drawMap(here, null, { areas: [], middles: [middle(north(1_000)), middle(south(1_150))] }, [])
    expect(dots).toEqual([{ x: 320, y: 36 }])
  })
  test.each([
    [0, 0, '200 m', 120],
    [850, 204, '500 m', 120],
    [1_270, 204, '500 m', 80.3],
    [1_280, 204, '1 km', 159.4],
    [2_540, 204, '1 km', 80.3],
    [2_560, 204.8, '2 km', 160],
  ])('an accuracy of %i metres is a circle of radius %d, with a scale bar of %s', (accuracy, radius, words, width) => {
    expect(drawMap(here, accuracy, nothing, [])).toMatchObject({ target: { radius }, scale: { words, width } })
  })
  test('marks on the very edge are left out', () => {
    const at = (...places: { latitude: number; longitude: number }[]) =>
      around(...places)
        .dots.slice(1)
        .map(({ x, y }) => [x, y])
    expect(at(north(383), south(383), east(511), west(511))).toEqual([
      [320, 10.2],
      [320, 469.8],
      [626.6, 240],
      [13.4, 240],
    ])
    expect(at(north(385), south(385), east(513), west(513))).toEqual([])
  })
  const named = (...places: { latitude: number; longitude: number }[]) =>
    around(...places).labels.map(({ x, y }) => [x, y])
  test('a label is drawn only if all of it fits on the map, above the scale bar', () => {
    // Ten letters are 127 units wide and 29 high.
    expect(named(north(345), south(332), east(420), west(420))).toEqual([
      [320, 19],
      [320, 425.2],
      [572, 226],
      [68, 226],
    ])
    expect(named(north(346), south(333), east(421), west(421))).toEqual([])
    expect(named(up(207.5), up(-199.5), up(0, 252.5), up(0, -252.5)), 'to the very edge').toHaveLength(4)
  })
  test('labels may touch each other and the pin but not overlap', () => {
    const one = [320, 106]
    expect(named(up(120), up(91))).toEqual([one, [320, 135]])
    expect(named(up(120), up(91.2)), 'below the other').toEqual([one])
    expect(named(up(120), up(149))).toEqual([one, [320, 77]])
    expect(named(up(120), up(148.8)), 'above it').toEqual([one])
    expect(named(up(120), up(120, 127))).toEqual([one, [447, 106]])
    expect(named(up(120), up(120, 126.8)), 'to the right of it').toEqual([one])
    expect(named(up(120), up(120, -127))).toEqual([one, [193, 106]])
    expect(named(up(120), up(120, -126.8)), 'to the left of it').toEqual([one])
    expect([named(up(22.5)), named(up(-50.5)), named(up(0, -85.5)), named(up(0, 85.5))]).toEqual([
      [[320, 203.5]],
      [[320, 276.5]],
      [[234.5, 226]],
      [[405.5, 226]],
    ])
    for (const over of [up(22.3), up(-50.3), up(0, -85.3), up(0, 85.3)]) expect(named(over)).toEqual([])
  })
  test('a district is clipped a little outside the edge, and labelled in its middle or where there is room within it', () => {
    const whole = district('Älvsjö', here, 10_000)
    const drawn = (areas: Area[], ...places: { latitude: number; longitude: number }[]) =>
      drawMap(here, null, { areas, middles: [] }, marked(...places))
    expect(drawn([whole]).areas).toEqual([
      { name: 'Älvsjö', isHere: true, stroke: 'M-32 -24L-32 504L672 504L672 -24Z' },
    ])
    const beside = (...places: { latitude: number; longitude: number }[]) =>
      drawn([whole], ...places).labels.map(({ x, y }) => [x, y])
    const [above, below, higher] = [north(80), south(80), north(160)]
    expect(beside()).toEqual([[320, 192]])
    expect(beside(above)).toEqual([[320, 288]])
    expect(beside(above, below)).toEqual([[320, 144]])
    expect(beside(above, below, higher)).toEqual([[320, 336]])
    expect(beside(above, below, higher, south(160))).toEqual([])
    // Sixty units high: beside the pin, the name would be outside the district.
    expect(drawn([district('Örby', here, 100)]).labels).toEqual([])
    expect(drawn([district('Örby', north(200), 100)]).labels).toEqual([{ text: 'Örby', x: 320, y: 120 }])
    // Half a metre beyond the border is outside the district.
    for (const beyond of [north(50.5), south(50.5), east(50.5), west(50.5)]) {
      const nextDoor = [district('Örby', beyond, 100)]
      expect(drawn(nextDoor).areas).toMatchObject([{ isHere: false }])
      expect(placeInWords(here, { areas: nextDoor, middles: [] })).toBeNull()
    }
  })
  test('the larger of two districts gets a label’s place, and a district of several pieces is labelled in its largest', () => {
    const [small, large] = [district('Liten', north(200), 100), district('Stor', north(200), 110)]
    const labels = (...areas: Area[]) => drawMap(here, null, { areas, middles: [] }, []).labels.map(({ text }) => text)
    expect([labels(small, large), labels(large, small)]).toEqual([['Stor'], ['Stor']])
    const pieces = (...of: Area[]): Area => ({ name: 'Delat', polygons: of.flatMap(({ polygons }) => polygons) })
    const [near, far] = [district('', north(200), 100), district('', south(200), 110)]
    const away = district('', north(9_000), 500)
    for (const piece of [pieces(near, far, away), pieces(away, far, near)]) {
      const { areas, labels } = drawMap(here, null, { areas: [piece], middles: [] }, [])
      expect(areas[0]?.stroke.match(/M/g)).toHaveLength(2)
      expect(labels).toEqual([{ text: 'Delat', x: 320, y: 360 }])
    }
    // A polygon without area is not a district.
    const line: Area = {
      name: 'Streck',
      polygons: [
        [
          [
            [here.longitude, here.latitude],
            [east(50).longitude, here.latitude],
          ],
        ],
      ],
    }
    expect(drawMap(here, null, { areas: [line], middles: [] }, []).areas).toEqual([])
  })
})

describe('the place in words', () => {
  const middles = [
    { name: 'Älvsjö', place: here },
    { name: 'Solberga', place: north(2_000) },
  ]
  test.each([
    [north(640), 'I Örby, 640 m norr om mitten av Älvsjö.'],
    [north(1_950), '50 m söder om mitten av Solberga.'],
    [here, 'I Örby, vid mitten av Älvsjö.'],
    [north(24.9), 'I Örby, vid mitten av Älvsjö.'],
    [north(25.1), 'I Örby, 30 m norr om mitten av Älvsjö.'],
    [north(2_000), 'Vid mitten av Solberga.'],
  ])('of %j is as expected', (place, words) => {
    expect(placeInWords(place, { middles, areas: [district('Örby', here, 1_400)] })).toBe(words)
  })
  test('is null when nothing is known, and does not count a hole as part of a district', () => {
    expect(placeInWords(here, nothing)).toBeNull()
    expect(placeInWords(here, { areas: [district('Örby', here, 100)], middles: [] })).toBe('I Örby.')
    const hole = district('', here, 50).polygons[0]?.[0] ?? []
    const around = { name: 'Runt om', polygons: [[district('', here, 100).polygons[0]?.[0] ?? [], hole]] }
    expect(placeInWords(here, { areas: [around], middles: [] })).toBeNull()
    const pieces = { name: 'Örby', polygons: [around, district('', here, 10)].flatMap(({ polygons }) => polygons) }
    expect(placeInWords(here, { areas: [pieces], middles: [] })).toBe('I Örby.')
  })
  test('names distance and direction from the alarm', () => {
    expect(wayInWords(here, east(850), 'larmet')).toBe('850 m öster om larmet')
  })
})

test('nearAreas keeps the districts around the place, nearest first, with simplified borders', () => {
  const areas = [
    district('Långt bort', north(20_000), 800),
    district('Bredvid', east(1_500), 800),
    district('Här', here, 900),
  ]
  const near = nearAreas(areas, here)
  expect(near.map(({ name }) => name)).toEqual(['Här', 'Bredvid'])
  expect(near[0]?.polygons[0]?.[0]).toHaveLength(4)
})

test('nearAreas keeps sixty districts at most, within five kilometres of their nearest piece, nearest first', () => {
  // Its nearest edge is forty metres closer than its centre.
  const names = (...areas: Area[]) => nearAreas(areas, here).map(({ name }) => name)
  expect(names(district('Inom', north(5_030), 80), district('Utom', north(5_050), 80))).toEqual(['Inom'])
  const [piece, far] = [district('', east(1_000), 80), district('', north(30_000), 80)]
  expect(names({ name: 'I delar', polygons: [far, piece].flatMap(({ polygons }) => polygons) })).toEqual(['I delar'])
  expect(names(district('Stort', north(4_000), 9_000), district('Litet', north(100), 80))).toEqual(['Stort', 'Litet'])
  // Sorted to the metre: the district that contains the place first, then the nearest.
  const [eastern, southern, surrounding] = [
    district('Öst', east(50.5), 100),
    district('Syd', north(-50.5), 100),
    district('Runt', here, 40),
  ]
  expect(names(eastern, district('Väst', east(-50.2), 100))).toEqual(['Väst', 'Öst'])
  expect(names(southern, district('Nord', north(50.2), 100))).toEqual(['Nord', 'Syd'])
  expect(names(eastern, surrounding)).toEqual(['Runt', 'Öst'])
  const many = Array.from({ length: 61 }, (_, index) => district(`${index}`, north(5_000 - index * 50), 80))
  expect(names(...many)).toEqual(
    many
      .slice(1)
      .map(({ name }) => name)
      .toReversed(),
  )
})

test('nearAreas simplifies borders to eight metres and rounds coordinates to a metre', () => {
  const [corner, ...others] = district('', here, 2_000).polygons[0]?.[0] ?? []
  if (!corner) throw new Error('a square has corners')
  const dent = (metres: number) => [here.longitude, corner[1] + metres / 111_195] as const
  const kept = (metres: number) => {
    const area = { name: 'Bula', polygons: [[[corner, dent(metres), ...others]]] }
    return nearAreas([area], here)[0]?.polygons[0]?.[0] ?? []
  }
  expect([kept(7.9).length, kept(8.1).length]).toEqual([4, 5])
  expect(kept(8.1)[0]).toEqual([17.99169, 59.26961])
})

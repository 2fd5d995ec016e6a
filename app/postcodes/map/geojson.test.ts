import { describe, expect, test } from 'vitest'
import { limits, readAreas } from './geojson'

const ring = [
  [18.0, 59.27],
  [18.02, 59.27],
  [18.02, 59.29],
  [18.0, 59.27],
]

/** A GeoJSON file with one district, pretty-printed, with the given parts replaced. */
function fileWith({ name = 'SOLBERGA' as unknown, type = 'Polygon', coordinates = [ring] as unknown, rest = {} } = {}) {
  const feature = { type: 'Feature', properties: { name }, geometry: { type, coordinates } }
  return JSON.stringify({ type: 'FeatureCollection', ...rest, features: [feature] }, null, 1)
}

const wordsOf = (source: string) => {
  const read = readAreas(source)
  return read.ok ? 'read' : read.words
}

describe('a valid file', () => {
  test('is read as districts, each ring without its closing point', () => {
    expect(readAreas(fileWith())).toEqual({
      ok: true,
      areas: [{ name: 'Solberga', polygons: [[ring.slice(0, -1)]] }],
    })
  })
  test.each([
    ['ÖRBY SLOTT', 'Örby slott'],
    ['STRAND', 'Strand'],
    ['GAMLA ENSKEDE', 'Gamla Enskede'],
    ['Södra Hammarbyhamnen', 'Södra Hammarbyhamnen'],
  ])('with the name %s in capitals gives %s', (name, called) => {
    const read = readAreas(fileWith({ name }))
    expect(read.ok && read.areas[0]?.name).toBe(called)
  })
  test('may have several polygons, heights, a byte order mark and the coordinate system of GeoJSON', () => {
    const high = ring.map((position) => [...position, 32.5])
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } }
    const read = readAreas(`\uFEFF${fileWith({ type: 'MultiPolygon', coordinates: [[high], [ring]], rest: { crs } })}`)
    expect(read.ok && read.areas[0]?.polygons).toEqual([[ring.slice(0, -1)], [ring.slice(0, -1)]])
  })
})

describe('a file at the limits', () => {
  test('has the limits of bytes, districts, points and length of name', () => {
    expect(limits).toEqual({ bytes: 900_000, areas: 500, positions: 40_000, positionsInRing: 4_000, name: 60 })
  })
  test('is read with the longest border and name and the most districts', () => {
    const round = (length: number) => Array.from({ length }, () => [18, 59])
    expect(wordsOf(fileWith({ coordinates: [round(4_000)], name: 'x'.repeat(60) }))).toBe('read')
    const { type, features } = JSON.parse(fileWith({ coordinates: [round(80)] }))
    expect(wordsOf(JSON.stringify({ type, features: Array.from({ length: 500 }, () => features[0]) }))).toBe('read')
  })
  test.each([
    [10.5, 55, 'read'],
    [24.5, 69.5, 'read'],
    [10.49, 60, 'inte i Sverige'],
    [24.51, 60, 'inte i Sverige'],
    [18, 54.99, 'inte i Sverige'],
    [18, 69.51, 'inte i Sverige'],
  ])('must lie in Sweden: %d, %d: %s', (longitude, latitude, says) => {
    const at = [longitude, latitude]
    expect(wordsOf(fileWith({ coordinates: [[at, [18, 60], [18.1, 60], at]] }))).toContain(says)
  })
  test.each(['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:OGC::CRS84', 'EPSG:4326', 'urn:ogc:def:crs:EPSG::4326'])(
    'may name the coordinate system WGS 84 as %s',
    (name) => {
      expect(wordsOf(fileWith({ rest: { crs: { type: 'name', properties: { name } } } }))).toBe('read')
    },
  )
  test.each(['name', 'namn', 'NAMN', 'NAME', 'Namn'])('may hold a district’s name in the property %s', (word) => {
    const read = readAreas(fileWith().replace('"name"', JSON.stringify(word)))
    expect(read.ok && read.areas.map(({ name }) => name)).toEqual(['Solberga'])
  })
})

describe('an invalid file is refused with the line number', () => {
  const open = [...ring.slice(0, -1), [18.001, 59.27]]
  const abroad = [[2.35, 48.86], ...ring.slice(1, -1), [2.35, 48.86]]
  const turned = ring.map(([longitude, latitude]) => [latitude, longitude])
  const metres = ring.map(() => [674_000, 6_576_000])
  const sweref = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3011' } }
  test.each([
    ['an empty file', '', 'Rad 1: filen tar slut mitt i.'],
    ['not JSON', 'hej', 'Rad 1: tecknet "h" passar inte där.'],
    ['a file that is cut off', fileWith().slice(0, 120), 'Rad 8: filen tar slut mitt i.'],
    ['a trailing comma', '{\n"type": "FeatureCollection",\n}', 'Rad 3: tecknet "}" passar inte där.'],
    ['content after the end', `${fileWith()}\n{}`, 'Rad 35: tecknet "{" passar inte där.'],
    ['a list instead of an object', '[]', 'Rad 1: filen ska vara en FeatureCollection med ett område i taget.'],
    ['no list of districts', '{"type":"FeatureCollection"}', 'Rad 1: listan med områden, "features", saknas.'],
    [
      'an empty list of districts',
      '{"type":"FeatureCollection",\n"features":[]}',
      'Rad 2: det finns inget område i filen.',
    ],
    [
      'something other than a district in the list',
      '{"type":"FeatureCollection",\n"features":[\n{"type":"Polygon"}]}',
      'Rad 3: här ska det stå ett område av typen Feature.',
    ],
    [
      'a district without a shape',
      '{"type":"FeatureCollection",\n"features":[\n{"type":"Feature"}]}',
      'Rad 3: ett område ska vara en Polygon eller en MultiPolygon.',
    ],
    [
      'a shape without coordinates',
      '{"type":"FeatureCollection",\n"features":[{"type":"Feature",\n"geometry":{"type":"Polygon"}}]}',
      'Rad 3: områdets "coordinates" saknas.',
    ],
    ['a string instead of coordinates', fileWith({ coordinates: 'x' }), 'Rad 11: områdets "coordinates" saknas.'],
    [
      'a multipolygon without polygons',
      fileWith({ type: 'MultiPolygon', coordinates: [] }),
      'Rad 11: området har ingen yta.',
    ],
    [
      'a string instead of a polygon',
      fileWith({ type: 'MultiPolygon', coordinates: ['x'] }),
      'Rad 12: ytan saknar en gräns.',
    ],
    ['a string instead of a ring', fileWith({ coordinates: ['x'] }), 'Rad 12: gränsen ska vara en lista med punkter.'],
    [
      'a ring that ends next to where it starts',
      fileWith({ coordinates: [[...ring.slice(0, -1), [18.0, 59.271]]] }),
      'Rad 12: gränsen är inte sluten: den sista punkten ska vara samma som den första.',
    ],
    ['no properties', fileWith().replace('"properties"', '"x"'), 'Rad 4: området saknar namn ("name").'],
    ['an empty name', fileWith({ name: ' ' }), 'Rad 7: namnet ska ha mellan ett och 60 tecken.'],
    ['an invisible name', fileWith({ name: '\u3164' }), 'Rad 7: namnet har tecken som inte går att visa.'],
    ['a name of two lines', fileWith({ name: 'Sol\nberga' }), 'Rad 7: namnet har tecken som inte går att visa.'],
    [
      'a point instead of an area',
      fileWith({ type: 'Point' }),
      'Rad 9: ett område ska vara en Polygon eller en MultiPolygon.',
    ],
    [
      'a line instead of an area',
      fileWith({ type: 'LineString' }),
      'Rad 9: ett område ska vara en Polygon eller en MultiPolygon.',
    ],
    ['a polygon without rings', fileWith({ coordinates: [] }), 'Rad 11: ytan saknar en gräns.'],
    [
      'an open ring',
      fileWith({ coordinates: [open] }),
      'Rad 12: gränsen är inte sluten: den sista punkten ska vara samma som den första.',
    ],
    [
      'a ring of three points',
      fileWith({ coordinates: [ring.slice(1)] }),
      'Rad 12: gränsen behöver minst fyra punkter, den sista samma som den första.',
    ],
    [
      'a point in another country',
      fileWith({ coordinates: [abroad] }),
      'Rad 13: punkten ligger inte i Sverige. Filen ska vara i WGS 84 (EPSG:4326).',
    ],
    [
      'coordinates in metres',
      fileWith({ coordinates: [metres] }),
      'Rad 13: punkten ligger inte i Sverige. Filen ska vara i WGS 84 (EPSG:4326).',
    ],
    [
      'latitude first',
      fileWith({ coordinates: [turned] }),
      'Rad 13: punkten står med latituden först. GeoJSON har longituden först.',
    ],
    ...[['18', '59'], [18.0], [18.0, 'x'], [18.0, 59.27, 32.5, 1], 18.0].map((position) => [
      `${JSON.stringify(position)} for a point`,
      fileWith({ coordinates: [[position, ...ring]] }),
      'Rad 13: en punkt ska vara två tal: longitud och latitud.',
    ]),
    [
      'another coordinate system',
      fileWith({ rest: { crs: sweref } }),
      'Rad 6: filen har ett annat koordinatsystem. Spara den i WGS 84 (EPSG:4326).',
    ],
    ['no name', fileWith({ name: null }), 'Rad 7: området saknar namn ("name").'],
    ['a number instead of a name', fileWith({ name: 7 }), 'Rad 7: området saknar namn ("name").'],
    ['a long name', fileWith({ name: 'x'.repeat(61) }), 'Rad 7: namnet ska ha mellan ett och 60 tecken.'],
    [
      'a name with a bidirectional override',
      fileWith({ name: 'Sol\u202Eberga' }),
      'Rad 7: namnet har tecken som inte går att visa.',
    ],
  ])('%s', (_, source, words) => {
    expect(wordsOf(source)).toBe(words)
  })
})

describe('a file that is expensive to parse is refused', () => {
  test('when brackets nest without end', () => {
    expect(wordsOf('['.repeat(200_000))).toBe('Rad 1: det ligger för många parenteser i varandra.')
  })
  test('when a border has too many points', () => {
    const round = Array.from({ length: limits.positionsInRing + 1 }, () => [18, 59])
    expect(wordsOf(fileWith({ coordinates: [round] }))).toBe(
      `Rad 12: gränsen har fler än ${limits.positionsInRing} punkter. Förenkla den först.`,
    )
  })
  test('when there are too many points in all or too many districts', () => {
    const round = Array.from({ length: limits.positionsInRing }, () => [18, 59])
    const rings = Array.from({ length: limits.positions / limits.positionsInRing + 1 }, () => round)
    expect(wordsOf(fileWith({ coordinates: rings }))).toContain(`filen har fler än ${limits.positions} punkter`)
    const many = Array.from({ length: limits.areas + 1 }, () => ({}))
    expect(wordsOf(JSON.stringify({ type: 'FeatureCollection', features: many }))).toBe(
      'Rad 1: det är fler än 500 områden.',
    )
  })
  test('when brackets nest 22 deep, but not 21', () => {
    expect(wordsOf('['.repeat(21) + ']'.repeat(21))).toContain('FeatureCollection')
    expect(wordsOf('['.repeat(22) + ']'.repeat(22))).toContain('parenteser')
  })
  test('when __proto__ holds what is missing: it is an ordinary key (no prototype pollution)', () => {
    expect(wordsOf('{"__proto__":{"type":"FeatureCollection"},"type":"x","constructor":1}')).toContain(
      'FeatureCollection',
    )
  })
})

import { wellFormed } from '~/shared/text'
import { type Located, readLocated, UnreadableJson } from './located-json'

/** A GeoJSON position: longitude first. */
export type Position = readonly [longitude: number, latitude: number]
/** The outline, then the holes. A ring is closed; its first point is not repeated at the end. */
export type Polygon = readonly (readonly Position[])[]
export type Area = { name: string; polygons: readonly Polygon[] }

export const limits = { bytes: 900_000, areas: 500, positions: 40_000, positionsInRing: 4_000, name: 60 } as const

/** The bounding box of Sweden with its waters. */
const sweden = { west: 10.5, east: 24.5, south: 55, north: 69.5 } as const

/** The names under which programs write WGS 84 with longitude first, the only system that RFC 7946 allows. */
const ownSystems = new Set([
  'urn:ogc:def:crs:OGC:1.3:CRS84',
  'urn:ogc:def:crs:OGC::CRS84',
  'EPSG:4326',
  'urn:ogc:def:crs:EPSG::4326',
])

class BadFile extends Error {}

function refuse(where: Located, what: string): never {
  throw new BadFile(`Rad ${where.line}: ${what}`)
}

/** The areas of a GeoJSON file, or why it cannot be used, with the line. Pure. */
export function readAreas(source: string): { ok: true; areas: Area[] } | { ok: false; words: string } {
  try {
    // Strips a byte order mark.
    return { ok: true, areas: areasIn(readLocated(source.replace(/^\uFEFF/, ''))) }
  } catch (error) {
    if (error instanceof BadFile) return { ok: false, words: error.message }
    if (error instanceof UnreadableJson) return { ok: false, words: `Rad ${error.line}: ${error.message}` }
    throw error
  }
}

function areasIn(file: Located): Area[] {
  if (textAt(file, 'type') !== 'FeatureCollection')
    refuse(file, 'filen ska vara en FeatureCollection med ett område i taget.')
  const system = partAt(partAt(partAt(file, 'crs'), 'properties'), 'name')
  if (system?.kind === 'string' && !ownSystems.has(system.value))
    refuse(system, 'filen har ett annat koordinatsystem. Spara den i WGS 84 (EPSG:4326).')
  const features = partAt(file, 'features')
  if (features?.kind !== 'array') return refuse(features ?? file, 'listan med områden, "features", saknas.')
  if (features.items.length === 0) refuse(features, 'det finns inget område i filen.')
  if (features.items.length > limits.areas) refuse(features, `det är fler än ${limits.areas} områden.`)
  const count = { positions: 0 }
  return features.items.map((feature) => areaIn(feature, count))
}

type Count = { positions: number }

function areaIn(feature: Located, count: Count): Area {
  if (textAt(feature, 'type') !== 'Feature') refuse(feature, 'här ska det stå ett område av typen Feature.')
  const shape = partAt(feature, 'geometry')
  const coordinates = partAt(shape, 'coordinates')
  const kind = textAt(shape, 'type')
  if (!shape || (kind !== 'Polygon' && kind !== 'MultiPolygon'))
    return refuse(shape ?? feature, 'ett område ska vara en Polygon eller en MultiPolygon.')
  if (coordinates?.kind !== 'array') return refuse(coordinates ?? shape, 'områdets "coordinates" saknas.')
  const polygons = kind === 'Polygon' ? [coordinates] : coordinates.items
  if (polygons.length === 0) refuse(coordinates, 'området har ingen yta.')
  return { name: nameOf(feature), polygons: polygons.map((polygon) => polygonIn(polygon, count)) }
}

const names = ['name', 'namn', 'NAMN', 'NAME', 'Namn'] as const

function nameOf(feature: Located): string {
  const properties = partAt(feature, 'properties')
  const found = names.map((name) => partAt(properties, name)).find((part) => part !== undefined)
  if (found?.kind !== 'string') return refuse(found ?? properties ?? feature, 'området saknar namn ("name").')
  const name = wellFormed(found.value).trim()
  if (name === '' || name.length > limits.name) refuse(found, `namnet ska ha mellan ett och ${limits.name} tecken.`)
  // Rejects control and format characters: line breaks, invisible characters, bidirectional overrides.
  if (/[\p{Cc}\p{Cf}\p{DI}]/u.test(name)) refuse(found, 'namnet har tecken som inte går att visa.')
  return spoken(name)
}

/** Second words of place names that are written in lower case. */
const plainWords = /^(slott|gård|stan|park|hage|strand)$/

/** Registers write names in capitals: "ÖRBY SLOTT" becomes Örby slott, "GAMLA ENSKEDE" Gamla Enskede. */
function spoken(name: string): string {
  if (name !== name.toLocaleUpperCase('sv')) return name
  const words = name.toLocaleLowerCase('sv').split(' ')
  const capital = (word: string) => word.charAt(0).toLocaleUpperCase('sv') + word.slice(1)
  return words.map((word, index) => (index > 0 && plainWords.test(word) ? word : capital(word))).join(' ')
}

function polygonIn(polygon: Located, count: Count): Polygon {
  if (polygon.kind !== 'array' || polygon.items.length === 0) return refuse(polygon, 'ytan saknar en gräns.')
  return polygon.items.map((ring) => ringIn(ring, count))
}

function ringIn(ring: Located, count: Count): Position[] {
  if (ring.kind !== 'array') return refuse(ring, 'gränsen ska vara en lista med punkter.')
  if (ring.items.length < 4) refuse(ring, 'gränsen behöver minst fyra punkter, den sista samma som den första.')
  if (ring.items.length > limits.positionsInRing)
    refuse(ring, `gränsen har fler än ${limits.positionsInRing} punkter. Förenkla den först.`)
  count.positions += ring.items.length
  if (count.positions > limits.positions)
    refuse(ring, `filen har fler än ${limits.positions} punkter. Förenkla den först.`)
  const positions = ring.items.map(positionIn)
  const [first, last] = [positions[0], positions.at(-1)]
  if (!first || !last || first[0] !== last[0] || first[1] !== last[1])
    refuse(ring, 'gränsen är inte sluten: den sista punkten ska vara samma som den första.')
  return positions.slice(0, -1)
}

function positionIn(position: Located): Position {
  // A third number (height) may follow.
  const parts = position.kind === 'array' ? position.items : []
  const [longitude = Number.NaN, latitude = Number.NaN] = parts.map((part) =>
    part.kind === 'number' ? part.value : Number.NaN,
  )
  if (parts.length > 3 || Number.isNaN(longitude) || Number.isNaN(latitude))
    return refuse(position, 'en punkt ska vara två tal: longitud och latitud.')
  if (isInSweden(longitude, latitude)) return [longitude, latitude]
  if (isInSweden(latitude, longitude))
    refuse(position, 'punkten står med latituden först. GeoJSON har longituden först.')
  return refuse(position, 'punkten ligger inte i Sverige. Filen ska vara i WGS 84 (EPSG:4326).')
}

const isInSweden = (longitude: number, latitude: number) =>
  longitude >= sweden.west && longitude <= sweden.east && latitude >= sweden.south && latitude <= sweden.north

const partAt = (part: Located | undefined, name: string) =>
  part?.kind === 'object' ? part.entries.get(name) : undefined

function textAt(part: Located | undefined, name: string): string | null {
  const found = partAt(part, name)
  return found?.kind === 'string' ? found.value : null
}

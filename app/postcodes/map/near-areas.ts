import type { Area, Polygon } from './geojson'
import { distanceToRing, isWithin, type Place, type Point, paperAround, type Ring, simplified } from './plane'

/** How far a map reaches from the centre of its postcode. */
export const reachM = 5_000
/** Tolerance of the simplification: a pixel of the map is some ten metres. */
const strayM = 8
/** The most districts that can be read on a map. */
export const mostAreas = 60

/** The areas near a postcode, nearest first, simplified to the points that can be seen. Pure. */
export function nearAreas(areas: readonly Area[], middle: Place): Area[] {
  const onPaper = paperAround(middle)
  return areas
    .map((area) => ({ area, rings: area.polygons.map((polygon) => ringsOf(polygon, onPaper)) }))
    .map(({ area, rings }) => ({ area, rings, metres: Math.min(...rings.map((polygon) => distanceTo(polygon))) }))
    .filter(({ metres }) => metres <= reachM)
    .sort((one, other) => one.metres - other.metres)
    .slice(0, mostAreas)
    .map(({ area, rings }) => ({
      name: area.name,
      polygons: area.polygons.map((polygon, at) => thin(polygon, rings[at])),
    }))
}

export const ringsOf = (polygon: Polygon, onPaper: (place: Place) => Point): Ring[] =>
  polygon.map((ring) => ring.map(([longitude, latitude]) => onPaper({ longitude, latitude })))

/** The distance from the origin; 0 inside. */
function distanceTo(rings: readonly Ring[]): number {
  if (isWithin(rings, [0, 0])) return 0
  return Math.min(...rings.map((ring) => distanceToRing(ring, [0, 0])))
}

function thin(polygon: Polygon, rings: readonly Ring[] = []): Polygon {
  return polygon.map((ring, index) => {
    const kept = new Set<Point>(simplified(rings[index] ?? [], strayM))
    return ring
      .filter((_, at) => {
        const point = rings[index]?.[at]
        return point !== undefined && kept.has(point)
      })
      .map(([longitude, latitude]) => [rounded(longitude), rounded(latitude)] as const)
  })
}

/** Rounds to about a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

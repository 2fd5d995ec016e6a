/**
 * Projects nearby places onto a plane: equirectangular, with longitude scaled by the cosine of the centre's latitude.
 * Over the five kilometres of a map the error is under a metre, less than the width of a line (docs/decisions/0158).
 * Pure.
 */
export type Place = { latitude: number; longitude: number }

/** Metres east and south of the centre: y grows downwards, as on a screen. */
export type Point = readonly [x: number, y: number]

const earthRadiusM = 6_371_009
const metresPerDegree = (earthRadiusM * Math.PI) / 180

/** The projection centred on a place. */
export function paperAround(middle: Place): (place: Place) => Point {
  const eastwards = metresPerDegree * Math.cos((middle.latitude * Math.PI) / 180)
  return ({ latitude, longitude }) => [
    (longitude - middle.longitude) * eastwards,
    (middle.latitude - latitude) * metresPerDegree,
  ]
}

export const lengthOf = ([x, y]: Point): number => Math.hypot(x, y)

const directions = ['norr', 'nordost', 'öster', 'sydost', 'söder', 'sydväst', 'väster', 'nordväst'] as const

/** The direction of a vector as one of eight compass words. */
export function directionOf([x, y]: Point): (typeof directions)[number] {
  const eighths = Math.round(Math.atan2(x, -y) / (Math.PI / 4))
  return directions[(eighths + 8) % 8] ?? 'norr'
}

/** "40 m", "650 m", "1,2 km": no more precise than a phone's position. */
export function distanceInWords(metres: number): string {
  if (metres < 950) return `${Math.max(10, Math.round(metres / 10) * 10)} m`
  return `${(Math.round(metres / 100) / 10).toLocaleString('sv-SE')} km`
}

/** A closed ring of points: the last connects to the first. */
export type Ring = readonly Point[]

/** Whether a point is inside these rings (even-odd rule, so later rings are holes). */
export function isWithin(rings: readonly Ring[], [x, y]: Point): boolean {
  let inside = false
  for (const ring of rings) {
    ring.forEach(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    })
  }
  return inside
}

export type Box = { left: number; top: number; right: number; bottom: number }

/** Clips a ring to a box (Sutherland–Hodgman), so that nothing invisible is sent. */
export function cut(ring: Ring, { left, top, right, bottom }: Box): Point[] {
  const sides: ((point: Point) => number)[] = [
    ([x]) => x - left,
    ([x]) => right - x,
    ([, y]) => y - top,
    ([, y]) => bottom - y,
  ]
  return sides.reduce<Point[]>((points, inside) => pastSide(points, inside), [...ring])
}

function pastSide(points: readonly Point[], inside: (point: Point) => number): Point[] {
  return points.flatMap((point, index) => {
    const before = points.at(index - 1) ?? point
    const [is, was] = [inside(point), inside(before)]
    if (is >= 0 === was >= 0) return is >= 0 ? [point] : []
    const share = was / (was - is)
    const edge: Point = [before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share]
    return is >= 0 ? [edge, point] : [edge]
  })
}

/** The area and the centroid of a ring. */
export function balanceOf(ring: Ring): { area: number; at: Point } {
  let [doubled, x, y] = [0, 0, 0]
  ring.forEach(([x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1]
    const cross = x1 * y2 - x2 * y1
    doubled += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  })
  if (doubled === 0) return { area: 0, at: ring[0] ?? [0, 0] }
  return { area: Math.abs(doubled) / 2, at: [x / (3 * doubled), y / (3 * doubled)] }
}

/** The distance from a point to the nearest edge of a ring, inside or outside. */
export function distanceToRing(ring: Ring, [x, y]: Point): number {
  return Math.min(
    ...ring.map(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1]
      return distanceToLine([x - x1, y - y1], [x2 - x1, y2 - y1])
    }),
  )
}

/** The distance from a point to the segment from the origin to `[endX, endY]`. */
function distanceToLine([x, y]: Point, [endX, endY]: Point): number {
  const squared = endX * endX + endY * endY
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (x * endX + y * endY) / squared))
  return Math.hypot(x - along * endX, y - along * endY)
}

/**
 * Simplifies a ring (Douglas–Peucker): drops points that deviate less than `metres` from a straight line; keeps the
 * first point and the one farthest from it. Iterative with its own stack, since a hostile file could overflow the call
 * stack.
 */
export function simplified(ring: Ring, metres: number): Point[] {
  if (ring.length < 5) return [...ring]
  const [first] = ring
  const farthest = indexOfMost(ring, ([x, y]) => Math.hypot(x - (first?.[0] ?? 0), y - (first?.[1] ?? 0)))
  const closed = [...ring, ...(first ? [first] : [])]
  const kept = new Set([0, farthest])
  const stretches = [
    [0, farthest],
    [farthest, ring.length],
  ]
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from = 0, to = 0] = stretch
    const [start, end] = [closed[from], closed[to]]
    if (!start || !end || to - from < 2) continue
    const between = closed.slice(from + 1, to)
    const stray = ([x, y]: Point) =>
      distanceToLine([x - start[0], y - start[1]], [end[0] - start[0], end[1] - start[1]])
    const most = indexOfMost(between, stray)
    const point = between[most]
    if (!point || stray(point) <= metres) continue
    const at = from + 1 + most
    kept.add(at)
    stretches.push([from, at], [at, to])
  }
  return ring.filter((_, index) => kept.has(index))
}

function indexOfMost(points: Ring, measure: (point: Point) => number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  points.forEach((point, index) => {
    const measured = measure(point)
    if (measured > most) [best, most] = [index, measured]
  })
  return best
}

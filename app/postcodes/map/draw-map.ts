import type { Area } from './geojson'
import { ringsOf } from './near-areas'
import {
  type Box,
  balanceOf,
  cut,
  directionOf,
  distanceInWords,
  isWithin,
  lengthOf,
  type Place,
  type Point,
  paperAround,
  type Ring,
} from './plane'

/** What is known around a place: districts from a loaded file, and the centres of postcodes. */
export type Surroundings = { areas: readonly Area[]; middles: readonly { name: string; place: Place }[] }

export type Marked = { place: Place; sign: string }

/** A map ready to be rendered, in drawing units only: it contains no coordinates. */
export type DrawnMap = {
  areas: { name: string; stroke: string; isHere: boolean }[]
  labels: { text: string; x: number; y: number }[]
  /** Centres of postcodes, which carry the name where there is no district. */
  dots: { x: number; y: number }[]
  /** The place the map is about, and the radius of its uncertainty. */
  target: { x: number; y: number; radius: number }
  marks: { sign: string; x: number; y: number }[]
  scale: { words: string; width: number }
}

export const mapSize = { width: 640, height: 480 } as const

/**
 * The smallest and largest distance in metres from the centre to the upper edge: at least a street or two, at most what
 * keeps districts legible.
 */
const nearest = 400
const farthest = 3_000
/** The share of the drawing used; the rest is margin. */
const margin = 0.85
const labelHeight = 29
const labelLetter = 12.7
const markSize = 44
/** Vertical offsets tried for a district's name, to avoid a mark. */
const besides = [0, -48, 48, -96, 96] as const

/** Draws the map around a place with whatever is near. Marks too far away are left to the text. Pure. */
export function drawMap(
  target: Place,
  accuracyM: number | null,
  around: Surroundings,
  marked: readonly Marked[],
): DrawnMap {
  const onPaper = paperAround(target)
  const points = marked.map(({ place, sign }) => ({ sign, at: onPaper(place) }))
  const middles = around.middles.map(({ name, place }) => ({ name, at: onPaper(place) }))
  const doubtM = accuracyM ?? 0
  const reach = reachOf(doubtM, [...points, ...middles.slice(0, 1)])
  const perMetre = mapSize.height / 2 / reach
  const x = (metres: number) => tenth(mapSize.width / 2 + metres * perMetre)
  const y = (metres: number) => tenth(mapSize.height / 2 + metres * perMetre)
  const [right, bottom] = [mapSize.width / 2 / perMetre, reach]
  const paper: Box = { left: -right, top: -bottom, right, bottom }
  // Clip a little outside the drawing, so that the clipped edge is not seen as a border.
  const beyond: Box = { left: -right * 1.1, top: -bottom * 1.1, right: right * 1.1, bottom: bottom * 1.1 }
  const isOnPaper = ({ at }: { at: Point }) => Math.abs(at[0]) <= right * 0.96 && Math.abs(at[1]) <= bottom * 0.96

  const seen = around.areas.flatMap(({ name, polygons }) => {
    const rings = polygons.map((polygon) => ringsOf(polygon, onPaper))
    const outlines = rings.map((polygon) => polygon.map((ring) => cut(ring, beyond)).filter((ring) => ring.length > 2))
    if (outlines.every((polygon) => polygon.length === 0)) return []
    return [
      {
        name,
        rings,
        stroke: strokeOf(outlines.flat(), x, y),
        isHere: rings.some((polygon) => isWithin(polygon, [0, 0])),
      },
    ]
  })
  const marks = points.filter(isOnPaper).map(({ sign, at }) => ({ sign, x: x(at[0]), y: y(at[1]) }))
  const dots = middles.filter(isOnPaper).map(({ name, at }) => ({ name, x: x(at[0]), y: y(at[1]) }))
  const wished = [
    ...dots.map((dot) => ({ text: dot.name, x: dot.x, y: dot.y - 14, weight: Number.POSITIVE_INFINITY })),
    ...seen.flatMap(({ name, rings }) => {
      const ring = rings.flatMap(([outline = []]) => [cut(outline, paper)]).reduce(largerOf, [])
      const { area, at } = balanceOf(ring)
      const isInside = (beside: number) => isWithin([ring], [at[0], at[1] + beside / perMetre])
      return besides
        .filter(isInside)
        .map((beside) => ({ text: name, x: x(at[0]), y: tenth(y(at[1]) + beside), weight: area - Math.abs(beside) }))
    }),
  ]
  const taken = [{ x: mapSize.width / 2, y: mapSize.height / 2 }, ...marks].map((mark) =>
    boxOf(mark, markSize, markSize),
  )
  return {
    areas: seen.map(({ name, stroke, isHere }) => ({ name, stroke, isHere })),
    labels: placed(wished, taken),
    dots: dots.map((dot) => ({ x: dot.x, y: dot.y })),
    target: { x: mapSize.width / 2, y: mapSize.height / 2, radius: tenth(doubtM * perMetre) },
    marks,
    scale: scaleOf(perMetre),
  }
}

function reachOf(accuracyM: number, wanted: readonly { at: Point }[]): number {
  const needs = wanted.map(
    ({ at: [x, y] }) => Math.max(Math.abs(y), (Math.abs(x) * mapSize.height) / mapSize.width) / margin,
  )
  const within = needs.filter((metres) => metres <= farthest)
  return Math.min(farthest, Math.max(nearest, accuracyM / margin, ...within))
}

function strokeOf(rings: readonly Ring[], x: (metres: number) => number, y: (metres: number) => number): string {
  return rings.map((ring) => `M${ring.map((point) => `${x(point[0])} ${y(point[1])}`).join('L')}Z`).join('')
}

const largerOf = (one: Ring, other: Ring) => (balanceOf(other).area > balanceOf(one).area ? other : one)

type Label = { text: string; x: number; y: number; weight: number }

/**
 * Places labels by weight, heaviest first and each text once. A label that would overlap another, a mark or the edge is
 * left out.
 */
function placed(wished: readonly Label[], marks: readonly Box[]) {
  const taken = [...marks]
  const written = new Set<string>()
  return [...wished]
    .sort((one, other) => other.weight - one.weight)
    .filter((label) => {
      const box = boxOf(label, label.text.length * labelLetter, labelHeight)
      const fits = box.left >= 4 && box.right <= mapSize.width - 4 && box.top >= 4 && box.bottom <= mapSize.height - 40
      if (!fits || written.has(label.text) || taken.some((other) => overlap(box, other))) return false
      taken.push(box)
      written.add(label.text)
      return true
    })
    .map(({ text, x, y }) => ({ text, x, y }))
}

const boxOf = ({ x, y }: { x: number; y: number }, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** The longest round distance that takes at most a quarter of the width. */
function scaleOf(perMetre: number) {
  const most = mapSize.width / 4 / perMetre
  const metres = [2_000, 1_000, 500].find((each) => each <= most) ?? 200
  return { words: metres < 1_000 ? `${metres} m` : `${metres / 1_000} km`, width: tenth(metres * perMetre) }
}

const tenth = (units: number) => Math.round(units * 10) / 10

/**
 * The place in words, for whoever cannot see the map: "I Solberga, 640 m nordväst om mitten av Älvsjö." Null if nothing
 * is known.
 */
export function placeInWords(place: Place, { areas, middles }: Surroundings): string | null {
  const onPaper = paperAround(place)
  const inside = areas.find(({ polygons }) => polygons.some((polygon) => isWithin(ringsOf(polygon, onPaper), [0, 0])))
  const [nearestMiddle] = middles
    .map(({ name, place: middle }) => ({ name, at: onPaper(middle) }))
    .sort((one, other) => lengthOf(one.at) - lengthOf(other.at))
  // The direction from the centre to the place is the reverse of the one from the place to the centre.
  const from =
    nearestMiddle && fromThere([-nearestMiddle.at[0], -nearestMiddle.at[1]], `mitten av ${nearestMiddle.name}`)
  if (inside) return from ? `I ${inside.name}, ${from}.` : `I ${inside.name}.`
  return from ? capital(`${from}.`) : null
}

/** A place in relation to another: "640 m nordväst om larmet". */
export function wayInWords(from: Place, to: Place, name: string): string {
  return fromThere(paperAround(from)(to), name)
}

const atTheSpot = 25

function fromThere(way: Point, name: string): string {
  const metres = lengthOf(way)
  return metres < atTheSpot ? `vid ${name}` : `${distanceInWords(metres)} ${directionOf(way)} om ${name}`
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('sv') + text.slice(1)

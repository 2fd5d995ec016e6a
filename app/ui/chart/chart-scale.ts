/** The arithmetic of the charts, pure so that it can be tested without rendering. */

export type Scale = { max: number; ticks: number[] }

/**
 * An axis with a round maximum not below the largest value, and about `wanted` equal steps from 0. Whole steps if all
 * values are whole.
 */
export function niceScale(values: readonly (number | null)[], wanted = 4): Scale {
  const known = values.filter((value) => value !== null).filter(Number.isFinite)
  const largest = Math.max(0, ...known)
  if (largest === 0) return { max: 1, ticks: [0, 1] }
  const step = roundStep(largest / wanted, known.every(Number.isInteger))
  const steps = Math.ceil(largest / step - 1e-9)
  return {
    max: clean(step * steps),
    ticks: Array.from({ length: steps + 1 }, (_, index) => clean(step * index)),
  }
}

/** The next step of 1, 2, 2.5 or 5 times a power of ten; whole for whole values. */
function roundStep(raw: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const steps = [1, 2, 2.5, 5, 10].map((factor) => clean(factor * power))
  const fits = (step: number) => step >= raw * (1 - 1e-9) && (!isWhole || Number.isInteger(step))
  return steps.find(fits) ?? (isWhole ? Math.max(1, clean(10 * power)) : clean(10 * power))
}

/** Removes floating-point noise: 0.30000000000000004 becomes 0.3. */
function clean(value: number): number {
  return Number(value.toPrecision(12))
}

/** A value's share of the width in percent, clamped to the drawing. */
export function share(value: number, max: number): number {
  if (!(max > 0) || !Number.isFinite(value)) return 0
  return clean(Math.min(100, Math.max(0, (value / max) * 100)))
}

export type Point = { x: number; y: number }

/**
 * The points of a line in a 100 × 100 box, y from the top, split into pieces at unknown values. A single value is
 * centred.
 */
export function linePieces(values: readonly (number | null)[], max: number): Point[][] {
  const steps = values.length - 1
  const pieces: Point[][] = [[]]
  values.forEach((value, index) => {
    if (value === null) pieces.push([])
    else pieces.at(-1)?.push({ x: steps === 0 ? 50 : clean((index / steps) * 100), y: clean(100 - share(value, max)) })
  })
  return pieces.filter((piece) => piece.length > 0)
}

/** Moves labels apart until they are at least `gap` apart; within 0 to 100, in the same order. */
export function spread(positions: readonly number[], gap: number): number[] {
  const order = positions.map((position, index) => ({ position, index })).sort((a, b) => a.position - b.position)
  const placed: number[] = []
  for (const { position } of order) placed.push(Math.max(position, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + gap))
  let limit = 100
  for (let place = placed.length - 1; place >= 0; place--) {
    placed[place] = Math.min(placed[place] ?? 0, limit)
    limit = (placed[place] ?? 0) - gap
  }
  const result: number[] = []
  order.forEach(({ index }, place) => {
    result[index] = Math.max(0, placed[place] ?? 0)
  })
  return result
}

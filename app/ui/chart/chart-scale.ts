/** The arithmetic behind the charts: pure, so that a picture can be trusted without looking at it. */

export type Scale = { max: number; ticks: number[] }

/** A round top not below the largest value, and about `wanted` even steps from 0 up to it; whole ones for what is counted in wholes. */
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

/** 1, 2, 2.5 or 5 times a power of ten: steps that a person counts in. Nobody counts half a patrol. */
function roundStep(raw: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const steps = [1, 2, 2.5, 5, 10].map((factor) => clean(factor * power))
  const fits = (step: number) => step >= raw * (1 - 1e-9) && (!isWhole || Number.isInteger(step))
  return steps.find(fits) ?? (isWhole ? Math.max(1, clean(10 * power)) : clean(10 * power))
}

/** 0.30000000000000004 is 0.3. */
function clean(value: number): number {
  return Number(value.toPrecision(12))
}

/** How much of the width a value takes, in percent, kept within the picture. */
export function share(value: number, max: number): number {
  if (!(max > 0) || !Number.isFinite(value)) return 0
  return clean(Math.min(100, Math.max(0, (value / max) * 100)))
}

export type Point = { x: number; y: number }

/**
 * Points of a line in a box of 100 by 100, left to right, y from the top: the pieces that it falls into where nothing is
 * known. A single value stands in the middle.
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

/** Moves labels apart so that none covers another: at least `gap` between them, all within 0 and 100, order kept. */
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

/** A street of a hundred windows, one per hundredth of the households; those that take part are lit. */

type House = { columns: number; floors: number; roof: 'gable' | 'flat' }

const street: House[] = [
  { columns: 3, floors: 3, roof: 'gable' },
  { columns: 4, floors: 6, roof: 'flat' },
  { columns: 3, floors: 2, roof: 'gable' },
  { columns: 5, floors: 4, roof: 'gable' },
  { columns: 4, floors: 5, roof: 'flat' },
  { columns: 3, floors: 3, roof: 'gable' },
  { columns: 3, floors: 4, roof: 'gable' },
]

const WINDOW = { width: 6, height: 8, stepX: 11, stepY: 14 }
const WALL = 5
const GAP = 7
const GROUND = 118

const drawn = draw()
const WINDOWS = drawn.windows.length

export function StreetWindows({ percent }: { percent: number }) {
  const lit = Math.round((percent / 100) * WINDOWS)
  return (
    <svg
      viewBox={`0 0 ${drawn.width} ${GROUND + 4}`}
      role="img"
      aria-label={`En gata där ${lit} av ${WINDOWS} fönster lyser.`}
      className="block h-auto w-full"
    >
      <path d={drawn.houses} className="fill-surface" />
      <path d={paneling(drawn.windows.filter((_, at) => turnOf(at) >= lit))} className="fill-line" />
      <path d={paneling(drawn.windows.filter((_, at) => turnOf(at) < lit))} className="fill-lamp" />
      <path d={`M0 ${GROUND + 1}H${drawn.width}`} className="stroke-line" strokeWidth="2" />
    </svg>
  )
}

/** The order in which a window lights up: spread over the street. A permutation, since 37 and 100 are coprime. */
function turnOf(at: number): number {
  return (at * 37 + 11) % WINDOWS
}

type Point = { x: number; y: number }

function draw(): { width: number; houses: string; windows: Point[] } {
  let left = GAP
  let houses = ''
  const windows: Point[] = []
  for (const { columns, floors, roof } of street) {
    const width = columns * WINDOW.stepX - (WINDOW.stepX - WINDOW.width) + 2 * WALL
    const top = GROUND - floors * WINDOW.stepY - WALL
    const ridge = roof === 'gable' ? `L${left + width / 2} ${top - width / 3.2}` : `v-4h${width}v4`
    houses += `M${left} ${GROUND}V${top}${ridge}L${left + width} ${top}V${GROUND}Z`
    for (let floor = 0; floor < floors; floor++) {
      for (let column = 0; column < columns; column++) {
        windows.push({ x: left + WALL + column * WINDOW.stepX, y: top + WALL + floor * WINDOW.stepY })
      }
    }
    left += width + GAP
  }
  return { width: left, houses, windows }
}

function paneling(windows: Point[]): string {
  return windows.map(({ x, y }) => `M${x} ${y}h${WINDOW.width}v${WINDOW.height}h-${WINDOW.width}z`).join('')
}

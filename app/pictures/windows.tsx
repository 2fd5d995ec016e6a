import type { CSSProperties } from 'react'

/** The position of a window and, if it is lit, its turn to light up: 0 first, then 1, 2 and 3. */
export type WindowAt = readonly [x: number, y: number, turn?: 0 | 1 | 2 | 3]

type WindowsProps = {
  at: readonly WindowAt[]
  width: number
  height: number
  /** Bars across the pane: a cross in the old villas, an upright in the blocks. */
  bars: 'cross' | 'upright'
}

/** Panes that light up together share one path, so a house with many windows is only a few elements. */
export function Windows({ at, width, height, bars }: WindowsProps) {
  const pane = ([x, y]: WindowAt) => `M${x} ${y}h${width}v${height}h${-width}z`
  const upright = ([x, y]: WindowAt) => `M${x + width / 2} ${y}v${height}`
  const across = ([x, y]: WindowAt) => `M${x} ${y + Math.round(height * 0.4)}h${width}`
  const bar = (window: WindowAt) => upright(window) + (bars === 'cross' ? across(window) : '')
  return (
    <>
      <path className="p-roof" d={at.map(pane).join('')} />
      {([0, 1, 2, 3] as const).map((turn) => {
        const lit = at.filter((window) => window[2] === turn)
        return lit.length > 0 && <path key={turn} className="p-lit" style={order(turn)} d={lit.map(pane).join('')} />
      })}
      <path className="p-bars" d={at.map(bar).join('')} />
    </>
  )
}

/** Sets the turn of a light, which pictures.css turns into a delay. */
export function order(turn: number): CSSProperties {
  return { '--n': turn } as CSSProperties
}

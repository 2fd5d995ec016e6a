import type { CSSProperties } from 'react'

/** Where a window stands and, when somebody is at home, when its light comes on: 0 first, then 1, 2 and 3. */
export type WindowAt = readonly [x: number, y: number, turn?: 0 | 1 | 2 | 3]

type WindowsProps = {
  at: readonly WindowAt[]
  width: number
  height: number
  /** Bars across the pane: a cross in the old villas, one upright in the blocks. */
  bars: 'cross' | 'upright'
}

/** Panes that change together are one path, so a house with many windows stays a handful of elements. */
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

/** The turn of a light, for the delay in pictures.css. */
export function order(turn: number): CSSProperties {
  return { '--n': turn } as CSSProperties
}

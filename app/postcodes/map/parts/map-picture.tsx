import type { DrawnMap } from '../draw-map'
import { mapSize } from '../draw-map'

/**
 * Labels have an outline, to be legible over borders, and are large enough for a phone, where the drawing is half as
 * wide. In drawing units: `draw-map` reserves the room.
 */
const label = 'fill-ink stroke-4 stroke-surface [dominant-baseline:central] [font-size:24px] [paint-order:stroke]'

/**
 * The map as SVG: north is up, with a scale bar. Hidden from screen readers, so the caller must give the same in words.
 * Needs no scripts, works in print and dark mode, and loads nothing from third parties.
 */
export function MapPicture({ map: { areas, labels, dots, target, marks, scale } }: { map: DrawnMap }) {
  const { width, height } = mapSize
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="block h-auto w-full rounded-control border-2 border-line print:max-w-[14cm] print:break-inside-avoid"
    >
      <rect width={width} height={height} className="fill-mist" />
      {areas.map(({ name, stroke, isHere }) => (
        <path
          key={name}
          d={stroke}
          fillRule="evenodd"
          strokeLinejoin="round"
          className={isHere ? 'fill-paper stroke-3 stroke-spruce' : 'fill-surface stroke-[1.5] stroke-edge'}
        />
      ))}
      {target.radius > 0 ? (
        <circle
          cx={target.x}
          cy={target.y}
          r={target.radius}
          strokeDasharray="8 6"
          className="fill-alarm-text/12 stroke-2 stroke-alarm-text"
        />
      ) : null}
      {dots.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="4" className="fill-soft" />
      ))}
      {labels.map(({ text, x, y }) => (
        <text key={text} x={x} y={y} textAnchor="middle" strokeLinejoin="round" className={label}>
          {text}
        </text>
      ))}
      {marks.map(({ sign, x, y }) => (
        <g key={sign} transform={`translate(${x} ${y})`}>
          <circle r="17" className="fill-spruce stroke-3 stroke-surface" />
          <text
            textAnchor="middle"
            className="fill-on-spruce font-semibold [dominant-baseline:central] [font-size:22px]"
          >
            {sign}
          </text>
        </g>
      ))}
      <g transform={`translate(${target.x} ${target.y})`}>
        <path d="M0 0L-13 -24A15 15 0 1 1 13 -24Z" className="fill-alarm stroke-3 stroke-surface" />
        <circle cy="-31" r="5" className="fill-surface" />
      </g>
      <g transform={`translate(20 ${height - 20})`}>
        <path d={`M0 -8V0H${scale.width}V-8`} className="fill-none stroke-3 stroke-ink" />
        <text x={scale.width + 10} strokeLinejoin="round" className={label}>
          {scale.words}
        </text>
      </g>
      <g transform={`translate(${width - 30} ${height - 50})`}>
        <path d="M0 -14L9 12L0 6L-9 12Z" className="fill-ink" />
        <text y="34" textAnchor="middle" strokeLinejoin="round" className={label}>
          N
        </text>
      </g>
    </svg>
  )
}

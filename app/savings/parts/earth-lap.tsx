import { exact, rounded } from '../quantity'
import type { Figures } from '../savings'

/** How far the saved kilometres reach; the arc around the globe is drawn to scale. */
export function EarthLap({ scale }: { scale: { postcodes: number; figures: Figures }[] }) {
  const one = scale[0]
  if (!one) return null
  return (
    <div className="grid items-center gap-8 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] sm:gap-12">
      <Globe laps={one.figures.earthLaps} km={rounded({ value: one.figures.km, unit: 'km' })} />
      <dl className="grid">
        {scale.map(({ postcodes, figures }) => (
          <div
            key={postcodes}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-3"
          >
            <dt>{exact({ value: postcodes, unit: 'postnummer' })}</dt>
            <dd className="hyphens-none text-h4">{rounded({ value: figures.earthLaps, unit: 'varv' })}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Globe({ laps, km }: { laps: number; km: string }) {
  const drawnLaps = Math.min(1, laps)
  return (
    <svg
      viewBox="0 0 240 240"
      role="img"
      aria-label={`${km} är ${rounded({ value: laps, unit: 'varv' })} runt jorden.`}
      className="mx-auto block h-auto w-full max-w-60"
      fill="none"
    >
      <circle cx="120" cy="120" r="88" className="fill-mist" />
      <g className="stroke-edge" strokeWidth="1" opacity="0.6">
        <circle cx="120" cy="120" r="88" />
        <ellipse cx="120" cy="120" rx="38" ry="88" />
        <path d="M120 32v176M32 120h176M45 74h150M45 166h150" />
      </g>
      <circle cx="120" cy="120" r="108" className="stroke-line" strokeWidth="3" />
      <circle
        cx="120"
        cy="120"
        r="108"
        className="stroke-spruce"
        strokeWidth="10"
        strokeLinecap="round"
        pathLength="100"
        strokeDasharray={`${drawnLaps * 100} 100`}
        transform="rotate(-90 120 120)"
      />
    </svg>
  )
}

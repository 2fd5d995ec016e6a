import { type CSSProperties, useId } from 'react'
import { BrickBlock, GableHouse, GambrelHouse, Station } from './houses'
import { Birch, Dog, Guard, Lamp, Neighbour, Spruce } from './street-life'

type Standing = {
  shape: keyof typeof shapes
  x: number
  y: number
  scale: number
  wall?: string
  first?: number
  turned?: boolean
}

const shapes = {
  gambrel: GambrelHouse,
  gable: GableHouse,
  block: BrickBlock,
  lamp: Lamp,
  birch: Birch,
  spruce: Spruce,
}

/* A street that leads up to the station. The houses on the left show their right side and those on the right are
   mirrored, so that all face its end. */
const hillside: Standing[] = [
  { shape: 'gable', x: 716, y: 388, scale: 0.32, wall: 'cream', first: 6 },
  { shape: 'spruce', x: 592, y: 404, scale: 0.7 },
  { shape: 'gable', x: 640, y: 406, scale: 0.46, wall: 'sage', first: 5 },
  { shape: 'spruce', x: 1024, y: 400, scale: 0.6 },
  { shape: 'gable', x: 984, y: 396, scale: 0.4, wall: 'ochre', first: 7, turned: true },
  { shape: 'gable', x: 530, y: 440, scale: 0.74, wall: 'ochre', first: 3 },
  { shape: 'gambrel', x: 1106, y: 436, scale: 0.68, wall: 'cream', first: 4, turned: true },
]
const gardens: Standing[] = [
  { shape: 'spruce', x: 24, y: 488, scale: 1.5 },
  { shape: 'spruce', x: 110, y: 484, scale: 1.1 },
  { shape: 'gambrel', x: 284, y: 496, scale: 1.16, wall: 'falu' },
  { shape: 'block', x: 1372, y: 500, scale: 1.14, wall: 'brick', first: 1, turned: true },
  { shape: 'birch', x: 1140, y: 506, scale: 1.08 },
  { shape: 'birch', x: 512, y: 498, scale: 0.86 },
]
const lamps: Standing[] = [
  { shape: 'lamp', x: 900, y: 404, scale: 0.34, first: 3, turned: true },
  { shape: 'lamp', x: 652, y: 468, scale: 0.72, first: 2 },
  { shape: 'lamp', x: 1012, y: 538, scale: 1.26, first: 1, turned: true },
]

/** The hero: Älvsjö at dusk, drawn back to front. In dark mode it is later in the evening. */
export function StreetAtDusk({ className = '' }: { className?: string }) {
  const id = useId()
  const put = ({ shape, x, y, scale, wall, first, turned }: Standing) => (
    <use
      key={x}
      href={`#${id}${shape}`}
      transform={`translate(${x} ${y})scale(${turned ? `${-scale} ${scale}` : scale})`}
      style={{ '--wall': wall && `var(--${wall})`, '--first': first } as CSSProperties}
    />
  )
  return (
    <svg
      className={`picture ${className}`}
      viewBox="0 0 1600 560"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <defs>
        {Object.entries(shapes).map(([name, Shape]) => (
          <g key={name} id={id + name}>
            <Shape />
          </g>
        ))}
        <radialGradient
          id={`${id}sky`}
          gradientUnits="userSpaceOnUse"
          r="1"
          cx="0"
          cy="0"
          gradientTransform="matrix(1150 0 0 372 846 372)"
        >
          <stop className="p-sky-5" />
          <stop className="p-sky-4" offset=".18" />
          <stop className="p-sky-3" offset=".38" />
          <stop className="p-sky-2" offset=".66" />
          <stop className="p-sky-1" offset="1" />
        </radialGradient>
      </defs>
      <path fill={`url(#${id}sky)`} d="M0 0h1600v560H0z" />
      <g className="p-night">
        <path d="M620 130h0M700 126h0M760 140h0M868 118h0M930 150h0M1010 122h0M1170 140h0M1320 84h0M1420 30h0M1500 96h0M1560 52h0M1280 40h0" />
        <path className="p-moon" d="M1092 116a26 26 0 1 0 24 38 32 32 0 0 1-24-38z" />
      </g>
      <path
        className="p-far"
        d="M0 420V310q80-30 150-12l10-26 12 30 10-22 12 28q120 0 210 26l12-32 14 38 10-24 14 30q120 22 240 20l300-2q120-14 180-46l10-30 14 26 12-36 16 34q120-34 210-10l12-30 12 34q80 10 140 4v120z"
      />
      <g transform="translate(846 376)">
        <Station />
      </g>
      <path className="p-hill" d="M0 560V364q220-18 430 4t416 8 400-2 354-10v196z" />
      <path
        className="p-kerb"
        d="M536 560c130-40 262-70 262-116 0-40-40-34 20-68h64c-50 30-12 44 14 74 34 40 88 80 214 110z"
      />
      <path
        className="p-road"
        d="M556 560c130-40 258-70 258-116 0-40-40-34 18-68h20c-40 28-12 44 6 76 26 42 62 82 164 108z"
      />
      {hillside.map(put)}
      <g transform="translate(832 448)scale(.4)">
        <Neighbour />
      </g>
      <path
        className="p-lawn"
        d="M0 560V462q290-20 520-4 120 10 190 24-50 38-218 78zM1600 560V468q-300-24-540-6-60 6-98 14 48 52 196 84z"
      />
      {gardens.map(put)}
      <path className="p-spill" d="M266 496h36l44 48h-124z" />
      <path className="p-fence" strokeWidth="26" d="M0 515h214M358 515h122" />
      <path className="p-trim" strokeWidth="2" d="M0 509h214M358 509h122M0 521h214M358 521h122" />
      {lamps.map(put)}
      <g transform="translate(884 546)">
        <Guard />
      </g>
      <path className="p-leash" d="M913 485q30 26 52 28" />
      <g transform="translate(952 548)">
        <Dog />
      </g>
      <path
        className="p-near"
        d="M0 560v-22q30-20 64-6 20-20 60-6 30-14 60 6 40-10 62 10 40-6 54 18zM1600 560v-40q-30-18-58 2-20-20-56-4-34-14-54 10-40-8-56 12-30 0-36 20z"
      />
    </svg>
  )
}

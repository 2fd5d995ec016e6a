import type { CSSProperties, ReactNode } from 'react'
import { GableHouse, GambrelHouse } from './houses'
import { Bench, Cat, Signpost } from './small-shapes'
import { Birch, Guard, Lamp, Spruce } from './street-life'

/* Small scenes for empty states. Decoration, so hidden from screen readers. */

export type SceneProps = { className?: string }

export function Postcard({ className = '', children }: SceneProps & { children: ReactNode }) {
  return (
    <svg className={`picture postcard ${className}`} viewBox="0 0 320 200" aria-hidden="true">
      <path
        className="p-far"
        d="M0 200v-76q30-16 60-12l8-20 9 24 8-18 10 22q60-6 110 2l9-24 10 22 8-16 9 24q50-4 89 2v70z"
      />
      <path className="p-hill" d="M0 200v-56q80-12 170-2t150-4v62z" />
      {children}
    </svg>
  )
}

export function Put({ x, y, scale = 1, turned, wall, children }: PutProps) {
  return (
    <g
      transform={`translate(${x} ${y})scale(${turned ? `${-scale} ${scale}` : scale})`}
      style={wall ? ({ '--wall': `var(--${wall})` } as CSSProperties) : undefined}
    >
      {children}
    </g>
  )
}

type PutProps = { x: number; y: number; scale?: number; turned?: boolean; wall?: string; children: ReactNode }

export const ground = <path className="p-lawn" d="M0 200v-38q90-10 170-4t150-2v44z" />

/** An empty street, for a list without rows. */
export function EmptyStreet(props: SceneProps) {
  return (
    <Postcard {...props}>
      <Put x={292} y={150} scale={0.5}>
        <Spruce />
      </Put>
      <Put x={62} y={158} scale={0.6} wall="ochre">
        <GableHouse />
      </Put>
      <Put x={244} y={158} scale={0.52} wall="falu" turned>
        <GambrelHouse />
      </Put>
      {ground}
      <Put x={286} y={170} scale={0.5}>
        <Birch />
      </Put>
      <Put x={156} y={178} scale={0.62}>
        <Lamp />
      </Put>
      <path className="p-fence" strokeWidth="16" d="M0 178h120M236 178h84" />
      <path className="p-trim" strokeWidth="1.500" d="M0 174h120M236 174h84M0 182h120M236 182h84" />
    </Postcard>
  )
}

/** A bench under a lamp, when there is nothing to do. */
export function LampScene(props: SceneProps) {
  return (
    <Postcard {...props}>
      <Put x={40} y={162} scale={0.8}>
        <Spruce />
      </Put>
      <Put x={82} y={158} scale={0.5}>
        <Spruce />
      </Put>
      {ground}
      <Put x={262} y={172} scale={0.62}>
        <Birch />
      </Put>
      <Put x={118} y={182} scale={0.76}>
        <Lamp />
      </Put>
      <Put x={176} y={184} scale={0.8}>
        <Bench />
      </Put>
    </Postcard>
  )
}

/** For a page that does not exist: a signpost, a cat, and the wood beyond the last lamp. */
export function WrongTurn(props: SceneProps) {
  return (
    <Postcard {...props}>
      {[
        [22, 164, 0.9],
        [72, 158, 0.66],
        [298, 164, 0.9],
        [254, 156, 0.6],
      ].map(([x = 0, y = 0, scale]) => (
        <Put key={x} x={x} y={y} scale={scale}>
          <Spruce />
        </Put>
      ))}
      {ground}
      <path className="p-kerb" d="M96 200q44-22 40-44h14q-2 20 26 22t52-22h12q-14 30-52 44z" />
      <Put x={110} y={184} scale={0.74}>
        <Lamp />
      </Put>
      <Put x={196} y={176}>
        <Signpost />
      </Put>
      <Put x={152} y={190} scale={0.62}>
        <Cat />
      </Put>
    </Postcard>
  )
}

/** For an internal error: dark windows, a candle, and somebody who looks into it. */
export function PowerCut(props: SceneProps) {
  return (
    <Postcard {...props}>
      <g className="p-out">
        <Put x={96} y={160} scale={0.72} wall="falu">
          <GambrelHouse />
        </Put>
        <Put x={282} y={158} scale={0.5} wall="sage" turned>
          <GableHouse />
        </Put>
      </g>
      {ground}
      <circle className="p-halo" cx="66" cy="122" r="22" />
      <path className="p-lit" d="M64 133v-8h4v8zM66 124q-5-4 0-11 5 7 0 11z" />
      <path className="p-spill" d="M206 127L116 112q-26 34 0 64z" />
      <Put x={236} y={188} turned>
        <Guard />
      </Put>
    </Postcard>
  )
}

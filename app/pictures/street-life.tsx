import { useId } from 'react'
import { order } from './windows'

/* People and things in the street: origins at the ground, facing right. */

/** A lamp post and the light it throws. */
export function Lamp() {
  const cone = useId()
  const pool = useId()
  return (
    <>
      <linearGradient id={cone} x2="0" y2="1">
        <stop className="p-light" stopOpacity=".5" />
        <stop className="p-light" offset="1" stopOpacity=".04" />
      </linearGradient>
      <radialGradient id={pool}>
        <stop className="p-light" stopOpacity=".7" />
        <stop className="p-light" offset="1" stopOpacity="0" />
      </radialGradient>
      <g className="p-glow">
        <ellipse cx="44" cy="2" rx="130" ry="22" fill={`url(#${pool})`} />
        <path d="M32-206h24L116 4q-72 14-144 0z" fill={`url(#${cone})`} />
        <circle cx="44" cy="-206" r="56" fill={`url(#${pool})`} />
      </g>
      <path className="p-post" strokeWidth="5" d="M0 0v-194q0-26 26-26h18" />
      <path className="p-post" strokeWidth="9" d="M0-1v-26" />
      <path className="p-lit" style={order(0)} d="M32-210h24a12 12 0 0 1-24 0z" />
      <path className="p-near" d="M26-209q2-14 18-15 16 1 18 15z" />
    </>
  )
}

export function Birch() {
  return (
    <>
      <path className="p-leaf-far" d="M4-252c30 14 54 62 54 106 0 40-22 66-56 66s-56-24-56-64c0-48 26-92 58-108z" />
      <path className="p-leaf" d="M4-252c-34 30-40 80-34 116 4 26 14 46 32 56-34 0-56-24-56-64 0-48 26-92 58-108z" />
      <path className="p-bark" d="M-6 0l5-206h3L8 0z" />
      <path className="p-twig" d="M1-104q22-12 34-50M0-124q-20-14-28-46M2-152q14-14 18-46M0-172q-12-14-14-36" />
      <path
        className="p-flake"
        d="M26-196l3 6M40-150l3 7M22-118l3 6M-30-138l-3 6M-16-104l-2 6M-34-168l-3 6M8-222l2 6M44-112l2 6M-8-190l-2 6M30-92l2 5"
      />
      <path className="p-nick" d="M-5-20h6M1-44h5M-4-62h5M0-84h4" />
    </>
  )
}

export function Spruce() {
  return <path className="p-spruce" d="M0-190l20 46h-9l22 44H22l28 52H36L54 0H-54l18-48h-14l28-52h-11l22-44h-9z" />
}

export function Guard() {
  return (
    <>
      <g className="p-limb">
        <path className="p-cloth-far" strokeWidth="11" d="M-1-50l-7 24-9 21" />
        <path className="p-cloth" strokeWidth="11" d="M1-50l9 25 1 20" />
        <path className="p-cloth-far" strokeWidth="6" d="M-20-3h10M9-3h11" />
        <path className="p-cloth-far" strokeWidth="9" d="M8-80l10 16 11 3" />
      </g>
      <path className="p-vest" d="M-14-47l1-31q1-11 10-11h7q9 0 11 11l2 31z" />
      <path className="p-reflex" d="M-13-67h28v5h-28zM-14-57h30v5h-30z" />
      <path className="p-limb p-cloth" strokeWidth="9" d="M-7-80l-5 18 4 14" />
      <path className="p-reflex" d="M-16-64l9 2-1 4-9-2z" />
      <path className="p-skin" d="M-6-101a9 9 0 1 0 18-2zM26-64h6v6h-6zM-10-49h5v6h-5z" />
      <path className="p-near" d="M-7-100q-2-13 10-13t11 11z" />
    </>
  )
}

export function Dog() {
  return (
    <>
      <path className="p-limb p-fur-far" strokeWidth="5" d="M-14-20l-5 9-2 9M13-20l6 9 2 9" />
      <g className="p-limb p-fur">
        <path strokeWidth="6" d="M-18-28q-13 0-12-11 2-8 10-6" />
        <path strokeWidth="16" d="M-13-26h25" />
        <path strokeWidth="5" d="M-16-20l3 8-4 10M9-20l-1 9 3 9" />
        <path strokeWidth="12" d="M13-28l6-11" />
        <path strokeWidth="7" d="M22-40l11 3" />
        <path strokeWidth="4" d="M16-44l0-7 5 5z" />
      </g>
      <path className="p-vest" d="M10-37l14 6-2 4-14-6z" />
      <circle className="p-near" cx="36" cy="-38" r="2.500" />
    </>
  )
}

/** Somebody on the way home from the train. */
export function Neighbour() {
  return (
    <>
      <path className="p-limb p-cloth-far" strokeWidth="10" d="M-5-40l-3 36M6-40l2 36" />
      <path className="p-coat" d="M-15-26l4-50q2-11 11-11t11 11l4 50z" />
      <path className="p-vest" d="M-10-82h20v7h-20zM-4-78h7v22h-7z" />
      <circle className="p-skin" cy="-96" r="9" />
      <path className="p-near" d="M-10-94q-2-14 10-14t10 14q-4-8-10-7t-10 7zM14-50h15v18H14z" />
    </>
  )
}

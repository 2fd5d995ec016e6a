import { order, type WindowAt, Windows } from './windows'

/* The houses of the street, all drawn the same way: origin on the ground below the middle of the front, the front
   facing us, the side to the right in shade. A picture mirrors one with scale(-1 1), colours it with --wall and delays
   its windows with --first. */

/** A wooden house with a gambrel roof, as people here built for themselves in the 1920s. */
export function GambrelHouse() {
  const front: WindowAt[] = [
    [-54, -72, 0],
    [30, -72, 1],
    [-31, -130, 2],
    [7, -130],
  ]
  const side: WindowAt[] = [
    [98, -66, 1],
    [132, -66],
  ]
  return (
    <>
      <path className="p-roof" d="M46-176v-28h18v28z" />
      <path className="p-wall" d="M70 0v-82h96V0zM-74 0v-86l14-56 60-36 60 36 14 56V0z" />
      <path className="p-shade" d="M74 0v-82h92V0z" />
      <path className="p-boards" strokeWidth="82" d="M-71-41H166" />
      <path className="p-boards" strokeWidth="56" d="M-54-110H58" />
      <path className="p-roof" d="M0-180h98l60 36 22 68H84l-24-64z" />
      <path className="p-rim" d="M0-180h98l60 36H58z" />
      <path className="p-trim" strokeWidth="7" d="M-82-76l22-66 60-36 60 36 22 66" />
      <path className="p-trim" strokeWidth="4" d="M-73-76V-2M73-76V-2" />
      <Windows at={front} width={24} height={34} bars="cross" />
      <Windows at={side} width={20} height={32} bars="cross" />
      <path className="p-roof" d="M-24-56h48l-7-12h-34zM-13 0v-50h26V0zM36-38q-1-11 3-14l-1-6 4 3h4l3-3v6q5 4 3 14z" />
      <path className="p-lit" style={order(0)} d="M-7-44H7v14H-7z" />
      <path className="p-stone" d="M-24 0h48v-5h-48z" />
    </>
  )
}

/** A small house with its gable to the street. */
export function GableHouse() {
  const front: WindowAt[] = [
    [-46, -62, 0],
    [24, -62, 1],
    [-11, -112, 2],
  ]
  const side: WindowAt[] = [
    [78, -60],
    [112, -60, 2],
  ]
  return (
    <>
      <path className="p-roof" d="M78-138v-28h16v28z" />
      <path className="p-wall" d="M-60 0v-80l60-58 60 58 84 2V0z" />
      <path className="p-shade" d="M60 0v-78h84V0z" />
      <path className="p-boards" strokeWidth="78" d="M-57-39H144" />
      <path className="p-roof" d="M0-144h90l68 72H66zM-11 0v-46h22V0z" />
      <path className="p-rim" d="M0-144h90l12 13H12z" />
      <path className="p-trim" strokeWidth="7" d="M-66-74l66-64 66 64" />
      <path className="p-trim" strokeWidth="4" d="M-59-74V-2M59-74V-2" />
      <Windows at={front} width={22} height={32} bars="cross" />
      <Windows at={side} width={18} height={30} bars="cross" />
    </>
  )
}

/** Three storeys of brick with balconies and a lit stairwell. */
export function BrickBlock() {
  const front: WindowAt[] = [
    [-108, -184, 2],
    [-70, -184],
    [44, -184, 3],
    [82, -184, 1],
    [-108, -124],
    [-70, -124, 1],
    [44, -124, 2],
    [82, -124],
    [-108, -64, 3],
    [-70, -64, 0],
    [44, -64],
    [82, -64, 2],
  ]
  const stairwell: WindowAt[] = [
    [-13, -190, 0],
    [-13, -130, 0],
  ]
  const side: WindowAt[] = [
    [142, -180, 2],
    [142, -120],
    [142, -60, 1],
  ]
  return (
    <>
      <path className="p-wall" d="M-124 0v-202h248l28-36 28 36V0z" />
      <path className="p-shade" d="M124 0v-202l28-36 28 36V0z" />
      <path className="p-roof" d="M-134-198l34-44h252l-30 44zM-60-240v-22h22v22zM90-240v-22h22v22z" />
      <path className="p-trim" strokeWidth="5" d="M122-200l30-40 30 40" />
      <path className="p-bricks" d="M-44-194h14M-86-90h14M22-134h14M60-88h16M-44-76h12M24-84h10M-82-22h14M66-20h16" />
      <Windows at={front} width={26} height={36} bars="upright" />
      <Windows at={stairwell} width={26} height={46} bars="cross" />
      <Windows at={side} width={20} height={34} bars="upright" />
      <path className="p-balcony" d="M-114-164h82v20h-82zM-114-104h82v20h-82zM38-164h82v20H38zM38-104h82v20H38z" />
      <path className="p-stone" d="M-124 0v-10h304V0zM-28-62h56v-6h-56z" />
      <path className="p-roof" d="M-17 0v-58h34V0z" />
      <path className="p-lit" style={order(0)} d="M-12-54h10V-4h-10zM2-54h10V-4H2z" />
    </>
  )
}

/** The station at the end of the street: a clock, and a train that has just come in. */
export function Station() {
  return (
    <>
      <circle className="p-halo" cy="-72" r="56" />
      <path className="p-roof" d="M-290-4v-22q0-6 8-6h212v28z" />
      <path className="p-train" d="M-276-18H-74" />
      <path className="p-roof" d="M-84 0v-32h54v-58l30-26 30 26v58h54V0z" />
      <path
        className="p-lit"
        style={order(0)}
        d="M-74-22h12v12h-12zM-54-22h12v12h-12zM42-22h12v12H42zM62-22h12v12H62zM-9-28H9V0H-9z"
      />
      <circle className="p-face" cy="-72" r="19" />
      <path className="p-hand p-hour" d="M0-72v-10" />
      <path className="p-hand p-minute" d="M0-72v-14" />
    </>
  )
}

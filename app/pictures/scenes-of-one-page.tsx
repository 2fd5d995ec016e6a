import { GableHouse, GambrelHouse } from './houses'
import { ground, Postcard, Put, type SceneProps } from './scenes'
import { LetterBoxes } from './small-shapes'
import { Birch, Dog, Guard, Lamp } from './street-life'

/* Scenes used on a single page, in a file of their own, so that other pages do not load them along with scenes.tsx. */

/** A guard on the evening round. */
export function DogWalk(props: SceneProps) {
  return (
    <Postcard {...props}>
      <Put x={40} y={154} scale={0.46} wall="cream">
        <GambrelHouse />
      </Put>
      <Put x={282} y={154} scale={0.46} wall="falu" turned>
        <GableHouse />
      </Put>
      <path className="p-kerb" d="M0 200v-36q160-16 320-2v38z" />
      <path className="p-road" d="M0 200v-28q160-16 320-2v30z" />
      <Put x={234} y={188} scale={0.8} turned>
        <Lamp />
      </Put>
      <Put x={130} y={188}>
        <Guard />
      </Put>
      <path className="p-leash" d="M159 127q26 24 51 27" />
      <Put x={197} y={190}>
        <Dog />
      </Put>
    </Postcard>
  )
}

/** No messages, or one to be written. */
export function LetterBox(props: SceneProps) {
  return (
    <Postcard {...props}>
      <Put x={266} y={156} scale={0.6} wall="cream" turned>
        <GableHouse />
      </Put>
      <Put x={34} y={160} scale={0.64}>
        <Birch />
      </Put>
      {ground}
      <Put x={142} y={184} scale={1.1}>
        <LetterBoxes />
      </Put>
    </Postcard>
  )
}

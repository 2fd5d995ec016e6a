import {
  type DrawnMap,
  drawMap,
  explainMap,
  type Loaded,
  type Place,
  placeInWords,
  type Surroundings,
  wayInWords,
} from '~/postcodes/public'
import { formatClock } from '~/shared/time'
import { howLong } from '../parts/ago'

/** Where an alarm is, drawn and in words: whoever cannot see the one reads the other. */
export type AlarmMap = {
  drawn: DrawnMap
  /** Where the alarm is, from what is known around it; null where nothing is. */
  where: string | null
  /** How old the position is, and how exact. */
  known: string
  /** Who is near, by the sign they have on the map; those who are past its edge have one all the same. */
  people: { sign: string; words: string }[]
  /** Who walks there without saying where. */
  walkers: string[]
  /** What the lines are, whose, and from when. */
  about: string[]
  /** The postcode that whoever looks can load districts for, where it has none. */
  loadFor: string | null
  ways: Ways
}

/** Ways on to a map with streets: the phone's own, and one on the web. Nothing is asked of either before it is pressed. */
export type Ways = { phone: string; web: { address: string; host: string } | null }

type Given = {
  position: Place & { postcode: string; accuracyM: number | null; createdAt: Date; isBlurred: boolean }
  around: Surroundings & { loaded: Loaded | null }
  /** The nearest first. */
  shared: readonly (Place & { guardId: string; name: string; companyName: string; at: Date })[]
  walkers: readonly { guardId: string; name: string; companyName: string }[]
  /** Who looks: a guard, or somebody of a company or the operators. */
  guardId: string | null
  isOperator: boolean
  mapAddress: string | null
  now: Date
}

/** After thirty days a position is rounded to a hundredth of a degree: this far from where it was, at most. */
const blurredM = 650

/** Pure. */
export function alarmMap({ position, around, shared, walkers, guardId, isOperator, mapAddress, now }: Given): AlarmMap {
  const out = new Set(walkers.map((walker) => walker.guardId))
  const signed = shared.map((guard, index) => ({ ...guard, sign: String(index + 1) }))
  const doubtM = position.isBlurred ? blurredM : position.accuracyM
  const drawn = drawMap(
    position,
    doubtM,
    around,
    signed.map(({ sign, latitude, longitude }) => ({ sign, place: { latitude, longitude } })),
  )
  const { postcode: code } = position
  return {
    drawn,
    where: placeInWords(position, around),
    known: knownOf(position, now),
    people: signed.map((guard) => ({
      sign: guard.sign,
      words:
        `${guard.guardId === guardId ? 'Du' : `${guard.name}, ${guard.companyName}`}: ` +
        `${wayInWords(position, guard, 'larmet')} kl. ${formatClock(guard.at)}` +
        (out.has(guard.guardId) ? ', går rond' : ''),
    })),
    walkers: walkers
      .filter((walker) => !shared.some((guard) => guard.guardId === walker.guardId))
      .map(({ name, companyName }) => `${name}, ${companyName}, går rond här och delar inte sin plats.`),
    about: explainMap(code, around.loaded, drawn),
    loadFor: isOperator && !around.loaded ? code : null,
    ways: waysTo(position, mapAddress),
  }
}

function knownOf({ accuracyM, createdAt, isBlurred }: Given['position'], now: Date): string {
  if (isBlurred) return 'Ungefärlig: det är mer än 30 dagar sedan.'
  // An open page grows old: a moment stays true, and how long ago does not.
  const age = `Från kl. ${formatClock(createdAt)}, ${howLong(createdAt, now)} innan kartan ritades`
  if (accuracyM === null) return `${age}. Telefonen sa inte hur säker platsen är.`
  return `${age}. Stämmer på ungefär ${accuracyM} m.`
}

function waysTo({ latitude, longitude }: Place, mapAddress: string | null): Ways {
  const web = mapAddress?.replaceAll('{latitude}', String(latitude)).replaceAll('{longitude}', String(longitude))
  return {
    phone: `geo:${latitude},${longitude}?q=${latitude},${longitude}`,
    web: web ? { address: web, host: new URL(web).host } : null,
  }
}

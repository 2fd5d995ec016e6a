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

/** The map of an alarm, as a drawing and in words for those who cannot see it. */
export type AlarmMap = {
  drawn: DrawnMap
  /** Description of the place from what is known around it; null where nothing is. */
  where: string | null
  /** Age and accuracy of the position. */
  known: string
  /** Guards nearby, each with their sign on the map. Those outside its edge are listed too. */
  people: { sign: string; words: string }[]
  /** Guards who walk a patrol here without sharing their position. */
  walkers: string[]
  /** The sources of the drawn lines, and their dates. */
  about: string[]
  /** For an operator: the postcode whose district file is not loaded yet; null otherwise. */
  loadFor: string | null
  ways: Ways
}

/** Links to a street map: the phone's map app and a web map. Neither is contacted before a link is pressed. */
export type Ways = { phone: string; web: { address: string; host: string } | null }

type Given = {
  position: Place & { postcode: string; accuracyM: number | null; createdAt: Date; isBlurred: boolean }
  around: Surroundings & { loaded: Loaded | null }
  /** Guards who share their position, nearest first. */
  shared: readonly (Place & { guardId: string; name: string; companyName: string; at: Date })[]
  walkers: readonly { guardId: string; name: string; companyName: string }[]
  /** The viewer's guard id; null for a company's owner and operators. */
  guardId: string | null
  isOperator: boolean
  mapAddress: string | null
  now: Date
}

/** After thirty days a position is rounded to a hundredth of a degree, so it is at most this many metres off. */
const blurredM = 650

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
  // Includes the time of the clock, as an age alone becomes stale on an open page.
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

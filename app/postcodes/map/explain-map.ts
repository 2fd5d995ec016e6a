import { formatDay } from '~/shared/time'
import { formatPostcode } from '../postcode'
import type { DrawnMap } from './draw-map'

/** Whose districts were loaded for a postcode, in the words of whoever did, and when. */
export type Loaded = { source: string; loadedAt: Date }

/** Of a dozen names one finds the right one. */
const mostNames = 12

/**
 * What the drawing shows, for whoever has never seen it or cannot: which districts, that a line is a border and no street, whose
 * they are and from when; and where nobody has loaded any, what stands there instead. Pure.
 */
export function explainMap(code: string, loaded: Loaded | null, { areas }: Pick<DrawnMap, 'areas'>): string[] {
  if (!loaded) {
    return [
      `Inga områden är inlagda för ${formatPostcode(code)}: prickarna är mitten av postnumren.`,
      'Den röda nålen står lika rätt utan dem.',
    ]
  }
  const names = areas.toSorted((one, other) => Number(other.isHere) - Number(one.isHere)).map(({ name }) => name)
  const more = names.length > mostNames ? ` och ${names.length - mostNames} till` : ''
  const shown = names.length > 0 ? [`På kartan: ${names.slice(0, mostNames).join(', ')}${more}.`] : []
  return [
    ...shown,
    'Linjerna är gränser mellan områden och inga gator.',
    `Områden: ${loaded.source}. Inlagda ${formatDay(loaded.loadedAt)}.`,
  ]
}

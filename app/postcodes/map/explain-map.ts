import { formatDay } from '~/shared/time'
import { formatPostcode } from '../postcode'
import type { DrawnMap } from './draw-map'

/** The source of a postcode's districts, as entered by the administrator who loaded them, and when. */
export type Loaded = { source: string; loadedAt: Date }

/** More names than this would not help to find the right one. */
const mostNames = 12

/**
 * Explains the drawing in words, for whoever does not know it or cannot see it: which districts, that lines are borders
 * and not streets, their source and date; or, without districts, what is drawn instead. Pure.
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

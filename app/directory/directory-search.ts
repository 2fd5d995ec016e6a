import { type Category, categories, type Plan, type SearchWord, wordsOf } from '~/companies/public'
import { idPattern } from '~/shared/asked'
import { isNameIn, namesOf } from '~/shared/chosen'
import { PILOT_POSTCODE } from '~/shared/product'
import { planRank } from './plan-rank'

/** A company's position in the directory's order, used as the cursor of keyset pagination. */
export type Place = { isPartner: boolean; plan: Plan; name: string; id: string }

export type DirectorySearch = {
  postcode: string
  text: string
  /** A company must match every word. */
  words: SearchWord[]
  category: Category | null
  /** Only companies with a free time on that day. */
  free: FreeOn | null
  from: { side: 'after' | 'before'; place: Place } | null
}

/** The days that a list can be narrowed to, with their words in the address and on the page. */
export const freeDays = {
  today: { word: 'idag', when: 'i dag', label: 'Ledigt i dag' },
  tomorrow: { word: 'imorgon', when: 'i morgon', label: 'Ledigt i morgon' },
} as const
export type FreeOn = keyof typeof freeDays

/** Parses the directory's address. Invalid parameters are ignored. */
export function readDirectorySearch(query: URLSearchParams): DirectorySearch {
  const digits = (query.get('postal') ?? '').replace(/\s/g, '')
  const text = (query.get('q') ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)
  const category = query.get('category') ?? ''
  return {
    postcode: /^\d{5}$/.test(digits) ? digits : PILOT_POSTCODE,
    text,
    words: wordsOf(text),
    category: isNameIn(categories, category) ? category : null,
    free: namesOf(freeDays).find((key) => freeDays[key].word === query.get('ledigt')) ?? null,
    from: readFrom(query),
  }
}

/** The address of a search, for example at another position or with another category. Can be shared. */
export function directoryAddress(
  search: Partial<Pick<DirectorySearch, 'postcode' | 'text' | 'category' | 'free' | 'from'>>,
): string {
  const query = new URLSearchParams()
  if (search.postcode) query.set('postal', search.postcode)
  if (search.text) query.set('q', search.text)
  if (search.category) query.set('category', search.category)
  const { free } = search
  if (free) query.set('ledigt', freeDays[free].word)
  if (search.from) query.set(search.from.side, writePlace(search.from.place))
  return `?${query}`
}

function readFrom(query: URLSearchParams): DirectorySearch['from'] {
  for (const side of ['after', 'before'] as const) {
    const place = readPlace(query.get(side) ?? '')
    if (place) return { side, place }
  }
  return null
}

const placePattern = new RegExp(`^([01])\\.([a-z]{1,10})\\.(${idPattern})\\.(.{1,200})$`)

function readPlace(text: string): Place | null {
  const [, partner, plan, id, name] = placePattern.exec(text) ?? []
  return isNameIn(planRank, plan) && id && name ? { isPartner: partner === '1', plan, id, name } : null
}

function writePlace({ isPartner, plan, id, name }: Place): string {
  return [isPartner ? '1' : '0', plan, id, name].join('.')
}

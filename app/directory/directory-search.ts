import { type Category, categories, isNear, plainText } from '~/companies/public'
import { isNameIn } from '~/shared/chosen'
import { PILOT_POSTCODE } from '~/shared/product'

/** A word that was typed, and the categories it may mean. */
export type SearchWord = { text: string; categories: Category[] }

/** Where a company stands in the directory's order. A page begins after one, or ends before one. */
export type Place = { isPartner: boolean; plan: string; name: string; id: string }

export type DirectorySearch = {
  postcode: string
  text: string
  /** Every one of them must be found in a company. */
  words: SearchWord[]
  category: Category | null
  from: { side: 'after' | 'before'; place: Place } | null
}

const mostWords = 6

/** What the address of the directory asks for. Nonsense in it is read as "not asked". */
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
    from: readFrom(query),
  }
}

/** The same search at another place in its list, or with another category: an address one can share. */
export function directoryAddress(
  search: Partial<Pick<DirectorySearch, 'postcode' | 'text' | 'category' | 'from'>>,
): string {
  const query = new URLSearchParams()
  if (search.postcode) query.set('postal', search.postcode)
  if (search.text) query.set('q', search.text)
  if (search.category) query.set('category', search.category)
  if (search.from) query.set(search.from.side, writePlace(search.from.place))
  return `?${query}`
}

/** What was typed, word by word. */
export function wordsOf(text: string): SearchWord[] {
  const words = text.split(/[\s,;&/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.slice(0, mostWords).map((word) => ({ text: word, categories: categoriesMeant(word) }))
}

/** What people call the trades besides the label they see. Written as they are typed without marks. */
const otherWords: Record<Category, readonly string[]> = {
  cleaning: ['stad', 'stadare', 'hemstad', 'flyttstad', 'fonsterputs'],
  garden: ['grasklippning', 'hack', 'ogras', 'snoskottning'],
  hair: ['har', 'klippning', 'barberare', 'salong'],
  massage: ['massor'],
  foot: ['fotterapeut', 'pedikyr'],
  it: ['dator', 'datorhjalp', 'mobilhjalp', 'skrivare'],
  accompany: ['ledsagare', 'sallskap', 'foljeslagare'],
  dog: ['hund', 'hundpassning', 'hundrastning'],
  security: ['vaktare', 'vakt'],
  other: [],
}

/** "städ", "stad" and "staädning" all mean cleaning: people search in the words they see, as their fingers fall. */
function categoriesMeant(word: string): Category[] {
  const typed = plainText(word)
  return (Object.keys(categories) as Category[]).filter((key) => {
    const labels = plainText(categories[key].label)
      .split(' ')
      .filter((label) => label !== 'och')
    return [...labels, ...otherWords[key]].some((known) => isNear(typed, known))
  })
}

function readFrom(query: URLSearchParams): DirectorySearch['from'] {
  for (const side of ['after', 'before'] as const) {
    const place = readPlace(query.get(side) ?? '')
    if (place) return { side, place }
  }
  return null
}

const placePattern = /^([01])\.([a-z]{1,10})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(.{1,200})$/

function readPlace(text: string): Place | null {
  const [, partner, plan, id, name] = placePattern.exec(text) ?? []
  return plan && id && name ? { isPartner: partner === '1', plan, id, name } : null
}

function writePlace({ isPartner, plan, id, name }: Place): string {
  return [isPartner ? '1' : '0', plan, id, name].join('.')
}

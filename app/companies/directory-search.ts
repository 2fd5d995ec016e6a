import { PILOT_POSTCODE } from '~/shared/product'
import { categories } from './category'

export type DirectorySearch = { postcode: string; text: string; categories: string[] }

/** What the address of the directory asks for. Nonsense in it is read as "not asked". */
export function readDirectorySearch(query: URLSearchParams): DirectorySearch {
  const digits = (query.get('postal') ?? '').replace(/\s/g, '')
  const text = (query.get('q') ?? '').trim().slice(0, 100)
  return {
    postcode: /^\d{5}$/.test(digits) ? digits : PILOT_POSTCODE,
    text,
    categories: text === '' ? [] : categoriesMatching(text),
  }
}

/** "städ" finds cleaning: people search in the words they see. */
function categoriesMatching(text: string): string[] {
  const wanted = text.toLocaleLowerCase('sv')
  return Object.entries(categories)
    .filter(([, { label }]) => label.toLocaleLowerCase('sv').includes(wanted))
    .map(([key]) => key)
}

import { namesOf } from '~/shared/chosen'
import { type Category, categories } from './category'
import { isNear, plainText } from './plain-text'

/** A typed word, and the categories that it may mean. */
export type SearchWord = { text: string; categories: Category[] }

const mostWords = 6

/** Splits a search text into words. */
export function wordsOf(text: string): SearchWord[] {
  const words = text.split(/[\s,;&/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.slice(0, mostWords).map((word) => ({ text: word, categories: categoriesMeant(word) }))
}

/** Synonyms of the trades besides their labels, without diacritics. */
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

/**
 * The categories that a word may mean, allowing for typing errors: "städ", "stad" and "staädning" all mean cleaning.
 */
function categoriesMeant(word: string): Category[] {
  const typed = plainText(word)
  return namesOf(categories).filter((key) => {
    const labels = plainText(categories[key].label)
      .split(' ')
      .filter((label) => label !== 'och')
    return [...labels, ...otherWords[key]].some((known) => isNear(typed, known))
  })
}

import { namesOf } from '~/shared/chosen'
import { type Category, categories } from './category'
import { isNear, plainText } from './plain-text'

/** A word that was typed, and the categories it may mean. */
export type SearchWord = { text: string; categories: Category[] }

const mostWords = 6

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
  return namesOf(categories).filter((key) => {
    const labels = plainText(categories[key].label)
      .split(' ')
      .filter((label) => label !== 'och')
    return [...labels, ...otherWords[key]].some((known) => isNear(typed, known))
  })
}

import { chosen } from '~/shared/chosen'
/** What a company does. The key is stored, the Swedish word is shown; the icon is the design system's. */
export const categories = {
  cleaning: { label: 'Städning', icon: 'cleaning' },
  garden: { label: 'Trädgård', icon: 'garden' },
  hair: { label: 'Frisör', icon: 'hair' },
  massage: { label: 'Massage', icon: 'massage' },
  foot: { label: 'Fotvård', icon: 'foot' },
  it: { label: 'IT-hjälp', icon: 'it' },
  accompany: { label: 'Ledsagning', icon: 'accompany' },
  dog: { label: 'Hundvakt', icon: 'dog' },
  security: { label: 'Trygghet och bevakning', icon: 'shield' },
  other: { label: 'Annat', icon: 'home' },
} as const

export type Category = keyof typeof categories

export function categoryLabel(key: string): string {
  return chosen(categories, key)?.label ?? key
}

/** For a list to choose from. */
export const categoryOptions = Object.entries(categories).map(([value, { label }]) => ({ value, label }))

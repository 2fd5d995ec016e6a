import { chosen } from '~/shared/chosen'
/** A company's trade. The key is stored, the Swedish label is shown, `icon` is from the design system. */
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

/** Options for a select field. */
export const categoryOptions = Object.entries(categories).map(([value, { label }]) => ({ value, label }))

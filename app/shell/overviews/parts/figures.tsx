import type { ComponentProps } from 'react'
import { StatCard } from '~/ui/stat-card'

export type Figure = ComponentProps<typeof StatCard>

/** Four figures on top of an overview: two by two on a phone, in a row on a wide screen. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 sm:gap-5 xl:grid-cols-4">
      {figures.map(({ value, ...figure }) => (
        <li key={figure.label} className="min-w-0">
          <StatCard {...figure} value={<span className="text-h3 sm:text-h1">{value}</span>} className="max-sm:p-4" />
        </li>
      ))}
    </ul>
  )
}

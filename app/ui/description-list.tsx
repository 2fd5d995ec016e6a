import type { ReactNode } from 'react'

type Item = { term: string; description: ReactNode }

/** Pairs of term and description: stacked on a phone, in two columns where there is room. */
export function DescriptionList({ items, className = '' }: { items: readonly Item[]; className?: string }) {
  return (
    <dl className={`divide-y divide-line ${className}`}>
      {items.map(({ term, description }) => (
        <div key={term} className="grid gap-x-6 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(11.5rem,1fr)_2fr]">
          <dt className="text-soft">{term}</dt>
          <dd className="min-w-0">{description}</dd>
        </div>
      ))}
    </dl>
  )
}

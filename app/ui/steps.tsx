import type { ReactNode } from 'react'

type Step = { title: ReactNode; text?: ReactNode }

/** Steps in order, as lamps on a line. */
export function Steps({ items, className = '' }: { items: readonly Step[]; className?: string }) {
  return (
    <ol className={`[--lamp-size:min(2.5rem,12vw)] ${className}`}>
      {items.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the order is what a step is.
        <li key={index} className="relative flex gap-[min(1rem,4vw)] pb-7 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-(--lamp-size) bottom-0 left-[calc(var(--lamp-size)/2)] w-0.5 -translate-x-1/2 bg-line in-[li:last-child]:hidden"
          />
          <span className="tabular grid size-(--lamp-size) shrink-0 place-content-center rounded-full bg-lamp font-semibold text-on-lamp">
            {index + 1}
          </span>
          <div className="min-w-0 pt-1.5">
            <p className="font-semibold">{title}</p>
            {text ? <p className="mt-0.5 text-soft">{text}</p> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

import type { ReactNode } from 'react'
import { Icon } from './marks/icon'

/** Expandable items as native details: find-in-page works, and no JavaScript is needed. */
export function Accordion({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`grid gap-3 ${className}`}>{children}</div>
}

type ItemProps = {
  title: ReactNode
  /** A line below the title, visible while the item is closed. */
  summary?: ReactNode
  /** Items with the same name are exclusive: opening one closes the others. */
  name?: string
  id?: string
  open?: boolean
  heading?: 'h2' | 'h3' | 'h4'
  children: ReactNode
}

export function AccordionItem({ title, summary, name, id, open, heading: Heading = 'h3', children }: ItemProps) {
  return (
    <details id={id} name={name} open={open} className="unfolds group rounded-card bg-surface shadow-card">
      <summary className="grid min-h-14 list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-[min(1rem,5vw)] rounded-card px-[min(1.25rem,6.4vw)] py-3.5 sm:px-6 [&::-webkit-details-marker]:hidden">
        <Heading className="text-h4">{title}</Heading>
        {summary ? <span className="row-start-2 text-soft">{summary}</span> : null}
        <span className="col-start-2 row-span-full grid size-8 shrink-0 place-content-center rounded-full bg-mist text-spruce transition-transform duration-200 group-open:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <div className="px-[min(1.25rem,6.4vw)] pt-1 pb-6 sm:px-6">{children}</div>
    </details>
  )
}

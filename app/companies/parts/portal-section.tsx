import type { ReactNode } from 'react'
import { Card } from '~/ui/card'

type Props = {
  /** The anchor that the section's forms return to, so that the answer is shown there. */
  id: string
  title: string
  /** Why the data is asked for, or who sees it. */
  lead?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of the company's pages, as a card. */
export function PortalSection({ id, title, lead, className = '', children }: Props) {
  return (
    <Card
      as="section"
      id={id}
      aria-labelledby={`${id}-title`}
      className={`mt-6 grid max-w-2xl scroll-mt-6 gap-5 ${className}`}
    >
      <div>
        <h2 id={`${id}-title`} className="text-h3">
          {title}
        </h2>
        {lead ? <p className="mt-2 text-soft">{lead}</p> : null}
      </div>
      {children}
    </Card>
  )
}

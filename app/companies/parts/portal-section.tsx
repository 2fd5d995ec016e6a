import type { ReactNode } from 'react'
import { Card } from '~/ui/card'

type Props = {
  /** Where its forms lead back to, so that an answer is met where it was asked for. */
  id: string
  title: string
  /** Why it is asked, or who sees it. */
  lead?: ReactNode
  className?: string
  children: ReactNode
}

/** One matter of the company on a sheet of its own. */
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

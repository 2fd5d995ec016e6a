import type { ReactNode } from 'react'
import { Card } from '~/ui/card'

type Props = { id: string; title: string; lead?: ReactNode; children: ReactNode }

/** One topic of a guard's page, on a card of its own. */
export function GuardSection({ id, title, lead, children }: Props) {
  return (
    <Card
      as="section"
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-6 grid grid-cols-1 max-w-2xl scroll-mt-6 gap-5"
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

import type { ReactNode } from 'react'
import { Card } from '~/ui/card'

type Props = {
  /** The element that the section's forms return to, so that an answer is shown where it was asked for. */
  id: string
  title: string
  /** Status shown beside the title. */
  state?: ReactNode
  children: ReactNode
}

/** One topic of the account page, on a card of its own. */
export function AccountSection({ id, title, state, children }: Props) {
  return (
    <Card
      as="section"
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-6 grid max-w-2xl scroll-mt-6 grid-cols-1 gap-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${id}-title`} className="text-h3">
          {title}
        </h2>
        {state}
      </div>
      {children}
    </Card>
  )
}

import type { ReactNode } from 'react'
import { Card } from '~/ui/card'

type Props = {
  /** Where its forms lead back to, so that an answer is met where it was asked for. */
  id: string
  title: string
  /** Beside the title: how things stand, in a word. */
  state?: ReactNode
  children: ReactNode
}

/** One matter of the account on a sheet of its own. */
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

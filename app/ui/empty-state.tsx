import type { ReactNode } from 'react'

type Props = {
  /** A small scene; decoration only. */
  picture?: ReactNode
  title: string
  heading?: 'h2' | 'h3'
  /** What the person can do about it. */
  children?: ReactNode
  action?: ReactNode
}

/** Shown in place of an empty list: a friendly explanation and one next step. */
export function EmptyState({ picture, title, heading: Heading = 'h2', children, action }: Props) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card bg-mist px-5 py-10 text-center sm:py-14">
      {picture ? <div className="mb-2 w-full max-w-56">{picture}</div> : null}
      <Heading className="max-w-full text-h3">{title}</Heading>
      {children ? <div className="max-w-[38ch] text-soft">{children}</div> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  )
}

import type { ReactNode } from 'react'

type Props = { id: string; title: string; lead?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A chapter of the report: what it is about in the margin, the matter itself beside it. */
export function Chapter({ id, title, lead, aside, children }: Props) {
  return (
    <section aria-labelledby={id} className="page border-line border-t py-[clamp(3rem,7vw,6rem)]">
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="grid content-start gap-4">
          <h2 id={id}>{title}</h2>
          {lead ? <p className="prose-width text-soft">{lead}</p> : null}
          {aside}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  )
}

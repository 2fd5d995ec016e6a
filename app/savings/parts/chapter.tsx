import type { ReactNode } from 'react'

type Props = { id: string; title: string; lead?: ReactNode; children: ReactNode }

/** A chapter of the page: a sticky heading in the margin, with the content beside it. */
export function Chapter({ id, title, lead, children }: Props) {
  return (
    <section aria-labelledby={id} className="page">
      <div className="grid gap-x-12 gap-y-8 border-line border-t py-[clamp(3rem,6vw,5rem)] lg:grid-cols-[16rem_minmax(0,1fr)] [.band+.page>&]:border-t-0">
        <div className="grid content-start gap-3 self-start lg:sticky lg:top-28">
          <h2 id={id}>{title}</h2>
          {lead ? <p className="prose-width text-soft">{lead}</p> : null}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  )
}

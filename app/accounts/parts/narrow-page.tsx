import type { ReactNode } from 'react'
import { Card } from '~/ui/card'

/** A page with a single task. */
export function NarrowPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="page section flex flex-col items-center">
      <div className="w-full max-w-md">
        <h1 className="text-h2">{title}</h1>
        {lead && <p className="mt-3 text-lead text-soft">{lead}</p>}
        <Card className="mt-6">{children}</Card>
      </div>
    </div>
  )
}

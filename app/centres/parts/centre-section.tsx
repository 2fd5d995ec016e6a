import { Card } from '~/ui/card'
import type { CentreState } from '../read-centre.server'
import { CentreFacts } from './centre-facts'

/** A company's centre for an administrator. Empty if it has none. */
export function CentreSection({ centre, signals, now }: CentreState) {
  if (centre === null) return null
  return (
    <Card
      as="section"
      id="larmcentral"
      aria-labelledby="larmcentral-title"
      className="grid grid-cols-1 scroll-mt-6 gap-5"
    >
      <h2 id="larmcentral-title" className="text-h3">
        Larmcentral
      </h2>
      <CentreFacts centre={centre} signals={signals} now={now} />
    </Card>
  )
}

import { href, Link } from 'react-router'
import { AccordionItem } from '~/ui/accordion'
import { Card } from '~/ui/card'
import { DataTable } from '~/ui/table'
import type { OwnMembership } from '../read-own-membership.server'

const columns = [
  { key: 'number', label: 'Kvitto' },
  { key: 'date', label: 'Datum' },
  { key: 'what', label: 'Vad' },
  { key: 'sum', label: 'Belopp', align: 'right' },
] as const

export function ReceiptSection({ membership: { receipts } }: { membership: OwnMembership }) {
  return (
    <Card as="section" aria-labelledby="kvitton">
      <h2 id="kvitton" className="text-h3">
        Kvitton
      </h2>
      {receipts.length === 0 ? (
        <p className="mt-3 text-soft">Du har inga kvitton än. Det första kommer när du har betalat en månad.</p>
      ) : (
        <div className="mt-4">
          <DataTable
            caption="Dina kvitton"
            captionHidden
            columns={columns}
            rows={receipts.map(({ number, title, date, what, sum }) => ({
              id: number,
              number: <Link to={href('/dashboard/receipts/:number', { number: String(number) })}>{title}</Link>,
              date,
              what,
              sum,
            }))}
          />
        </div>
      )}
    </Card>
  )
}

/** The history of the membership. */
export function HistorySection({ membership: { history } }: { membership: OwnMembership }) {
  return (
    <AccordionItem title="Vad som har hänt med ditt medlem&shy;skap" heading="h2">
      <ul className="grid gap-2">
        {history.map(({ id, at, what }) => (
          <li key={id} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
            <span className="tabular text-soft">{at}</span>
            <span className="min-w-0">{what}</span>
          </li>
        ))}
      </ul>
    </AccordionItem>
  )
}

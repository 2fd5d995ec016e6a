import { Badge } from '~/ui/badge'
import { breakable } from '~/ui/breakable'
import { DataTable } from '~/ui/table'
import type { SlotShown } from '../read-slots.server'

const columns = [
  { key: 'month', label: 'Månad' },
  { key: 'package', label: 'Paket' },
  { key: 'state', label: 'Läge' },
  { key: 'price', label: 'Pris exkl. moms', align: 'right' },
] as const

/** A company's own booked months: month, package and state of payment. */
export function BookedMonths({ caption, slots }: { caption: string; slots: readonly SlotShown[] }) {
  return <DataTable caption={caption} captionHidden columns={columns} rows={slots.map(rowOf)} />
}

function rowOf(slot: SlotShown) {
  return {
    id: slot.id,
    month: <span className="first-letter:uppercase inline-block sm:whitespace-nowrap">{slot.month}</span>,
    package: (
      <>
        {breakable(slot.packageName)}
        {slot.campaign && <span className="block text-small text-soft">”{slot.campaign}”</span>}
      </>
    ),
    state: (
      <>
        <Badge tone={slot.state.tone} icon={slot.state.icon}>
          {slot.state.label}
        </Badge>
        <span className="mt-1 block text-small text-soft">
          {momentOf(slot)}. {slot.isFor}
        </span>
      </>
    ),
    price: slot.price,
  }
}

function momentOf({ releaseReason, paid, booked }: SlotShown): string {
  if (releaseReason) return `Anledning: ${releaseReason}`
  return paid ? `Betalningen kom ${paid}` : `Ansökan skickad ${booked}`
}

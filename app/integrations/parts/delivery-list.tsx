import { chosen } from '~/shared/chosen'
import { formatMoment } from '~/shared/time'
import type { readDeliveries } from '../hooks/delivery-store.server'
import { deliveryWords, eventWords, whyWords } from '../hooks/hook-events'

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number]

/** A webhook's deliveries and their outcomes, newest first. */
export function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0)
    return <p className="text-soft">Ingenting än. Skicka ett prov, så ser ni att det kommer fram.</p>
  return (
    <ul className="grid grid-cols-1 gap-3">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="grid grid-cols-1 gap-1 border-line border-b pb-3 last:border-b-0 last:pb-0">
          <p>
            <span className="font-semibold">{deliveryWords[delivery.state]}</span>
            {outcomeOf(delivery)}
          </p>
          <p className="text-small text-soft">
            {formatMoment(delivery.createdAt)} · {chosen(eventWords, delivery.type) ?? delivery.type} ·{' '}
            <code>{delivery.type}</code>
          </p>
        </li>
      ))}
    </ul>
  )
}

function outcomeOf({ state, attempts, status, reason, nextAttemptAt }: Delivery): string {
  const why = whyWords(status, reason)
  const tries = attempts > 1 ? `försök ${attempts}` : ''
  const next = state === 'queued' && attempts > 0 && why ? `nytt försök ${formatMoment(nextAttemptAt)}` : ''
  const words = [why, tries, next].filter(Boolean).join(', ')
  return words ? `: ${words}` : ''
}

import { formatClock } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { DataTable } from '~/ui/table'
import { channelLabels, deliveryKindLabels, deliveryStateLabels } from '../../alarm'
import type { DeliveryLine } from '../../history/alarm-views'

const tones = {
  queued: 'lamp',
  sending: 'lamp',
  sent: 'spruce',
  unsure: 'lamp',
  delivered: 'spruce',
  failed: 'alarm',
  withdrawn: 'neutral',
} as const
const icons = {
  queued: 'clock',
  sending: 'clock',
  sent: 'arrow-right',
  unsure: 'info',
  delivered: 'check',
  failed: 'warning',
  withdrawn: 'minus',
} as const

/** The messages of an alarm: recipient, channel and outcome. */
export function DeliveryTable({ deliveries }: { deliveries: readonly DeliveryLine[] }) {
  return (
    <DataTable
      caption="Meddelanden om larmet"
      captionHidden
      columns={[
        { key: 'recipient', label: 'Till' },
        { key: 'what', label: 'Vad' },
        { key: 'how', label: 'Hur' },
        { key: 'state', label: 'Läge' },
        { key: 'when', label: 'När' },
      ]}
      rows={deliveries.map((delivery) => ({
        id: delivery.id,
        recipient: delivery.recipient,
        what:
          delivery.round > 1
            ? `${deliveryKindLabels[delivery.kind]} (${delivery.round})`
            : deliveryKindLabels[delivery.kind],
        how: channelLabels[delivery.channel],
        state: (
          <span className="grid justify-items-start gap-1">
            <Badge tone={tones[delivery.state]} icon={icons[delivery.state]}>
              {deliveryStateLabels[delivery.state]}
            </Badge>
            {delivery.reason ? <span className="text-small text-soft">{delivery.reason}</span> : null}
          </span>
        ),
        when: whenOf(delivery),
      }))}
      empty="Inget har skickats."
    />
  )
}

function whenOf({ createdAt, sentAt, deliveredAt, attempts }: DeliveryLine): string {
  const at = deliveredAt ?? sentAt ?? createdAt
  return `${formatClock(at)}${attempts > 1 ? `, ${attempts} försök` : ''}`
}

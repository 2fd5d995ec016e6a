import { formatMoment } from '~/shared/time'
import { DataTable } from '~/ui/table'
import { stepLabels } from '../../alarm'
import type { WholeAlarm } from '../../history/alarm-views'

const states = { pending: 'Väntar', done: 'Gjort', dropped: 'Behövdes inte' } as const

export function StepTable({ steps }: { steps: WholeAlarm['steps'] }) {
  return (
    <DataTable
      caption="Steg"
      captionHidden
      columns={[
        { key: 'what', label: 'Vad' },
        { key: 'when', label: 'När' },
        { key: 'state', label: 'Läge' },
      ]}
      rows={steps.map(({ kind, dueAt, state }) => ({
        id: `${kind} ${dueAt.getTime()}`,
        what: stepLabels[kind],
        when: formatMoment(dueAt),
        state: states[state],
      }))}
      empty={<p className="mt-2 text-soft">Inga steg.</p>}
    />
  )
}

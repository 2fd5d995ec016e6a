import { formatMoment } from '~/shared/time'
import { DataTable } from '~/ui/table'
import { type StepKind, stepLabels } from '../../alarm'
import type { WholeAlarm } from '../../history/alarm-views'
import { stepStateOf } from '../step-words'

/** The usual label addresses the member as 'du'; operators need it in the third person. */
const labels: Record<StepKind, string> = {
  ...stepLabels,
  'tell member': 'Den som larmade får besked om att ingen har svarat',
}

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
        what: labels[kind],
        when: formatMoment(dueAt),
        state: stepStateOf(kind, state),
      }))}
      empty={<p className="mt-2 text-soft">Inga steg.</p>}
    />
  )
}

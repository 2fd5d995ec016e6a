import { formatMomentSeen } from '~/shared/time'
import { DescriptionList } from '~/ui/description-list'
import { DataTable } from '~/ui/table'
import { formatLabels, signalLabels } from '../centre'
import type { CentreState } from '../read-centre.server'
import { CentreBadge } from './centre-badge'

type Centre = NonNullable<CentreState['centre']>

type Props = { centre: Centre; signals: CentreState['signals']; now: Date }

/** The state of the centre, and the latest signals with their outcomes. */
export function CentreFacts({ centre, signals, now }: Props) {
  const seen = (moment: Date | null) => (moment ? formatMomentSeen(moment, now) : 'Inte än')
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Larmcentral', description: centre.name },
          { term: 'Läge', description: <CentreBadge standing={centre.standing} /> },
          { term: 'Signalerar över', description: `DC-09, ${formatLabels[centre.format]}` },
          {
            term: 'Adress',
            description: <span className="wrap-anywhere">{`${centre.host}, port ${centre.port}`}</span>,
          },
          { term: 'Konto', description: `${centre.account}, mottagare ${centre.receiver}, linje ${centre.line}` },
          {
            term: 'Kryptering',
            description: centre.hasKey ? 'AES' : 'Ingen: var personen är och länken till larmet sänds inte',
          },
          { term: 'Senast frågad', description: seen(centre.polledAt) },
          { term: 'Senast kvitterat', description: seen(centre.answeredAt) },
          ...(centre.failure ? [{ term: 'Senaste fel', description: centre.failure }] : []),
          ...(Math.abs(centre.skewS) > 1
            ? [{ term: 'Larmcentralens klocka', description: `${clockText(centre.skewS)} vår` }]
            : []),
        ]}
      />
      <DataTable
        caption="Senast sänt"
        columns={[
          { key: 'what', label: 'Vad' },
          { key: 'number', label: 'Nummer' },
          { key: 'says', label: 'Svar' },
          { key: 'when', label: 'När' },
        ]}
        rows={signals.map(({ id, kind, number, tries, says, createdAt }) => ({
          id,
          what: signalLabels[kind],
          number: String(number).padStart(4, '0'),
          says: tries > 1 ? `${says} (${tries} försök)` : says,
          when: formatMomentSeen(createdAt, now),
        }))}
        empty={<p className="text-soft">Inget har sänts än.</p>}
      />
    </>
  )
}

const clockText = (seconds: number) => `Går ${Math.abs(seconds)} s ${seconds > 0 ? 'före' : 'efter'}`

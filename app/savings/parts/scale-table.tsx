import { DataTable } from '~/ui/table'
import { exact } from '../quantity'
import type { Figures } from '../savings'
import { headlinesFrom } from '../summary'

type Props = { scale: { postcodes: number; figures: Figures }[] }

export function ScaleTable({ scale }: Props) {
  const rows = scale.map(({ postcodes, figures }) => ({ postcodes, headlines: headlinesFrom(figures) }))
  const labels = rows[0]?.headlines.map(({ label }) => label) ?? []
  return (
    <DataTable
      captionHidden
      caption="Vad som sparas på ett år i ett, tio, hundra och tusen postnummer"
      columns={[
        { key: 'postcodes', label: 'Omfattning' },
        ...labels.map((label) => ({ key: label, label, align: 'right' as const })),
      ]}
      rows={rows.map(({ postcodes, headlines }) => ({
        postcodes: withLooseUnit(exact({ value: postcodes, unit: 'postnummer' })),
        ...Object.fromEntries(
          headlines.map(({ label, figure }) => [
            label,
            // The table's tabular figures would leave a gap around the decimal comma.
            <span key={label} className="normal-nums">
              {withLooseUnit(figure)}
            </span>,
          ]),
        ),
      }))}
    />
  )
}

/** In a narrow column the line may break before the unit, but never within the number. */
function withLooseUnit(figure: string): string {
  return figure.replace(/\u00a0(?=\p{Letter})/gu, ' ')
}

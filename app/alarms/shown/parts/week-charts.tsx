import { Card } from '~/ui/card'
import { LineChart } from '~/ui/chart/chart'
import { inWords } from '../../words/seconds'
import { fewestForMedian, type Week } from '../response-figures'

/** Weekly charts, from the same rows as the figures above. */
export function WeekCharts({ weeks }: { weeks: readonly Week[] }) {
  const perWeek = { labels: weeks.map(({ name }) => name), labelsHead: 'Vecka' }
  const hasTimes = weeks.some(({ medianS }) => medianS !== null)
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card>
        <LineChart
          title="Larm"
          note="Avslutade larm, utan test. Innan vi fanns här är det en lucka. Den sista veckan pågår."
          {...perWeek}
          series={[{ label: 'Larm', values: weeks.map(({ alarms }) => alarms) }]}
        />
      </Card>
      <Card>
        <LineChart
          title="Ronder"
          note="Pass som är över: de som skulle gås, och de som gicks."
          {...perWeek}
          series={[
            { label: 'Gångna', values: weeks.map(({ walked }) => walked) },
            { label: 'Planerade', values: weeks.map(({ planned }) => planned) },
          ]}
        />
      </Card>
      {hasTimes ? (
        <Card className="lg:col-span-2">
          <LineChart
            title="Tid till taget"
            note={`Hälften inom. En vecka med färre än ${fewestForMedian} larm är en lucka.`}
            {...perWeek}
            series={[{ label: 'Taget', values: weeks.map(({ medianS }) => medianS) }]}
            format={inWords}
          />
        </Card>
      ) : null}
    </div>
  )
}

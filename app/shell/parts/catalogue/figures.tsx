import { inKronor } from '~/shared/money'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { BarChart, LineChart } from '~/ui/chart/chart'
import { DescriptionList } from '~/ui/description-list'
import { Monogram } from '~/ui/marks/monogram'
import { Pager } from '~/ui/pager'
import { Progress } from '~/ui/progress'
import { StatCard } from '~/ui/stat-card'
import { Steps } from '~/ui/steps'
import { DataTable } from '~/ui/table'
import { Chapter, Specimen } from './specimen'

const kronor = (value: number) => inKronor(new Intl.NumberFormat('sv-SE').format(value))

const bookings = [
  {
    id: '1',
    service: 'Hemstädning',
    day: '21 augusti',
    price: '1\u00a0120\u00a0kr',
    state: <Badge icon="clock">Väntar</Badge>,
  },
  {
    id: '2',
    service: 'Klippning av häck',
    day: '3 september',
    price: '855\u00a0kr',
    state: (
      <Badge tone="spruce" icon="check">
        Bekräftad
      </Badge>
    ),
  },
]

export function Figures() {
  return (
    <Chapter
      id="uppgifter"
      title="Uppgifter och siffror"
      text="Människor och tider först, siffror när de hjälper någon."
    >
      <Specimen name="Nyckeltal">
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <li>
            <StatCard label="Kvarterspoäng" value="1 245" icon="sparkle" note="255 till nästa fria månad" />
          </li>
          <li>
            <StatCard
              label="Bokningar"
              value="3"
              icon="calendar"
              to="/dashboard/customer/bookings"
              note="den här månaden"
            />
          </li>
          <li>
            <StatCard label="Sparad koldioxid" value="2,7 kg" icon="leaf" />
          </li>
          <li>
            <StatCard label="Trygghet" value="Aktiv" icon="shield" />
          </li>
        </ul>
      </Specimen>
      <Specimen name="Tabell: på en smal skärm en lista av kort">
        <DataTable
          caption="Mina bokningar"
          columns={[
            { key: 'service', label: 'Tjänst' },
            { key: 'day', label: 'Dag' },
            { key: 'state', label: 'Läge' },
            { key: 'price', label: 'Pris', align: 'right' },
          ]}
          rows={bookings}
        />
        <Pager previous="/ui?sida=1" next="/ui?sida=3" />
      </Specimen>
      <div className="grid gap-10 lg:grid-cols-2">
        <Specimen name="Par av uppgifter">
          <Card>
            <DescriptionList
              items={[
                { term: 'Organisationsnummer', description: '556677-8899' },
                { term: 'Kategori', description: 'Städning' },
                { term: 'Telefon', description: <a href="tel:+46701234567">070-123 45 67</a> },
              ]}
            />
          </Card>
        </Specimen>
        <Specimen name="Steg">
          <Steps
            items={[
              { title: 'Du skickar ett larm', text: 'Beskriv med några ord vad som har hänt.' },
              {
                title: 'Väktarna i ditt postnummer får det',
                text: 'Alla på en gång, på alla sätt de kan nås.',
              },
              { title: 'Den närmaste tar det', text: 'Du ser vem, och när.' },
            ]}
          />
        </Specimen>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <BarChart
            title="Sparat per år i ett postnummer"
            note="Kronor, avrundat."
            columns={['Vem', 'Kronor per år']}
            format={kronor}
            data={[
              { label: 'Kunderna', value: 144_000 },
              { label: 'Företagen', value: 97_000 },
              { label: 'Samhället', value: 234_000, lit: true },
            ]}
          />
        </Card>
        <Card>
          <LineChart
            title="Bokningar per månad"
            labels={['jan', 'feb', 'mars', 'april', 'maj', 'juni']}
            labelsHead="Månad"
            series={[
              { label: 'I år', values: [12, 19, 31, 38, 52, 61] },
              { label: 'I fjol', values: [8, 11, 15, 22, 30, 33] },
            ]}
          />
        </Card>
      </div>
      <Specimen name="Framsteg" className="max-w-md">
        <Progress label="Poäng till nästa fria månad" value={245} max={500} text="245 av 500 poäng" />
      </Specimen>
      <Specimen name="Monogram" className="flex flex-wrap items-center gap-3">
        <Monogram name="Åkessons Städ AB" size="small" />
        {['Lind Städ', 'Älvsjö Fotvård', 'Gröna Handen', 'Nova IT', 'Tass & Nos', 'Klipphörnan', 'Brännkyrka Vakt'].map(
          (name) => (
            <Monogram key={name} name={name} />
          ),
        )}
        <Monogram name="Solberga Massage" size="large" />
      </Specimen>
    </Chapter>
  )
}

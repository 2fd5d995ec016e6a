import { href, Link, useSearchParams } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { Dialog, DialogButton } from '~/ui/dialog'
import { assumed } from '../assumptions'
import { AssumptionList } from '../parts/assumption-list'
import { Chapter } from '../parts/chapter'
import { EarthLap } from '../parts/earth-lap'
import { HeadlineFigures } from '../parts/headline-figures'
import { Ledger } from '../parts/ledger'
import { ScaleTable } from '../parts/scale-table'
import { TopicList } from '../parts/topic-list'
import { TryYourOwn } from '../parts/try-your-own'
import { WhoGains } from '../parts/who-gains'
import { exact, rounded } from '../quantity'
import { assumedScenario, savingsOf } from '../savings'
import { cautionsFrom, headlinesFrom, scaleFrom, statementsFrom } from '../summary'
import { topicsFrom } from '../topics'
import { askedIn } from '../trial'
import type { Route } from './+types/savings'

export { clientMiddleware, handle } from '~/door/plain-page'

const ASSUMPTIONS = 'antaganden'

export function meta({ matches }: Route.MetaArgs) {
  const [co2, hours] = headlinesFrom(savingsOf(assumed, assumedScenario(assumed)))
  return pageMeta(matches, {
    title: 'Vad konceptet sparar – på riktigt',
    description: `${co2?.figure} koldioxid och ${hours?.figure} körtid i ett enda postnummer på ett år. Så är det räknat, post för post, med alla antaganden.`,
    path: href('/vad-konceptet-sparar'),
    picture: 'savings',
  })
}

export default function SavingsPage() {
  const [query] = useSearchParams()
  const figures = savingsOf(assumed, assumedScenario(assumed))
  const topics = topicsFrom(assumed)
  const statements = statementsFrom(topics)
  const scale = scaleFrom(assumed)

  return (
    <>
      <header className="page pt-[clamp(2.5rem,6vw,5rem)] pb-[clamp(3rem,6vw,5rem)]">
        <p className="font-semibold text-lamp-ink">Ett postnummer, ett år</p>
        <div className="mt-2 mb-12 grid gap-x-12 gap-y-6 lg:grid-cols-2">
          <h1 className="max-w-[18ch] text-display">Vad konceptet sparar – på riktigt</h1>
          <div className="lg:pt-2.5">
            <p className="prose-width text-lead text-soft">
              När {exact({ value: figures.activeHouseholds, unit: 'hushåll' })} tar hjälp av företag som redan är i
              kvarteret blir vägarna kortare. Här står vad det ger, post för post, med uträkningen utskriven. Det är en
              beräkning och inte en mätning: byter du ett antagande ändras allt som bygger på det.
            </p>
            <DialogButton dialog={ASSUMPTIONS} variant="secondary" className="mt-6">
              Visa antaganden
            </DialogButton>
          </div>
        </div>
        <HeadlineFigures headlines={headlinesFrom(figures)} className="sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-5" />
      </header>

      <Chapter id="vem-vinner" title="Vem som vinner vad" lead="De tre beloppen, och vad man bör veta om dem.">
        <WhoGains statements={statements} cautions={cautionsFrom(topics, figures)} />
      </Chapter>

      <Chapter
        id="poster"
        title={`${topics.length} poster`}
        lead="Öppna en post för att se hur den är räknad, vad den blir i tusen postnummer och vem som har nytta av den."
      >
        <TopicList topics={topics} />
      </Chapter>

      <Chapter
        id="summa"
        title="Sammanfattning"
        lead="De poster som räknas in, och vad de blir tillsammans. Övriga poster står utanför, och vid var och en står varför."
      >
        <Ledger statements={statements} />
      </Chapter>

      <section aria-labelledby="prova" className="band">
        <div className="page section">
          <TryYourOwn titleId="prova" asked={askedIn(query)} />
        </div>
      </section>

      <Chapter
        id="skala"
        title="Från ett postnummer till tusen"
        lead="Varje nytt postnummer antas likna det första. Beloppen avrundas sist, så en rad kan skilja något från nästa."
      >
        <ScaleTable scale={scale} />
      </Chapter>

      <Chapter
        id="kilometer"
        title="Kilometer som inte körs"
        lead={`Ett postnummer sparar ${rounded({ value: figures.km, unit: 'km' })} om året. Bågen visar hur långt det räcker runt jorden.`}
      >
        <EarthLap scale={scale} />
      </Chapter>

      <Chapter id="fel" title="Stämmer det?">
        <p className="prose-width text-lead">
          Inget av detta är uppmätt ännu. När det finns mätningar är det de som ska stå här. Vet du bättre än ett av
          våra antaganden? <Link to="/#contact">Skriv till oss</Link>, så räknar vi om.
        </p>
      </Chapter>

      <Dialog id={ASSUMPTIONS} title="Antaganden">
        <AssumptionList />
      </Dialog>
    </>
  )
}

import { href, Link } from 'react-router'
import { answerTo, orAnswer } from '~/door/answer.server'
import { pageMeta } from '~/door/page-meta'
import { PatrolMoney } from '~/patrols/public'
import { readPatrolMoney } from '~/patrols/public.server'
import { houseContext } from '~/platform/http/contexts.server'
import { areaName, formatPostcode } from '~/postcodes/public'
import { notThere } from '~/shared/outcome'
import { formatDate, formatMoment } from '~/shared/time'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { StepTimes } from '../parts/step-times'
import { WeekCharts } from '../parts/week-charts'
import { readResponses } from '../read-responses.server'
import type { PublicFigures } from '../response-figures'
import type { Route } from './+types/area-responses'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const area = areaName(params.code, loaderData ?? null)
  return pageMeta(matches, {
    title: `Så fort går det i ${area}`,
    description: `Hur lång tid larmen tar i ${area}, hur många testlarm som skickas och hur ofta ronden går.`,
    path: href('/svarstider/:code', params),
  })
}

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!/^\d{5}$/.test(params.code)) throw answerTo(notThere)
  const house = context.get(houseContext)
  const responses = orAnswer(await readResponses(house, params.code))
  return { ...responses, money: await readPatrolMoney(house, params.code) }
}

export default function AreaResponsesPage({ loaderData }: Route.ComponentProps) {
  const { code, name, counted, emergencyAnswer, money } = loaderData
  return (
    <div className="page section">
      <p>
        <Link to={href('/svarstider')}>Alla öppna kvarter</Link>
      </p>
      <h1 className="mt-4 text-h1">
        Så fort går det i {name}, {formatPostcode(code)}
      </h1>
      {counted ? (
        <>
          <p className="mt-4 max-w-[56ch] text-lead text-soft">
            Sedan {formatDate(counted.figures.from)}. Räknat {formatMoment(counted.countedAt)}, varje timme på nytt.
          </p>
          <div className="mt-8 grid grid-cols-1 gap-6">
            <Card as="section" aria-labelledby="tider">
              <h2 id="tider" className="text-h3">
                Från tryck till hjälp
              </h2>
              <p className="mt-2 max-w-[60ch] text-soft">{alarmsInWords(counted.figures)}</p>
              <StepTimes figures={counted.figures} />
            </Card>
            {emergencyAnswer ? <BesideEmergency {...emergencyAnswer} /> : null}
            <WeekCharts weeks={counted.figures.weeks} />
            <Tests {...counted.figures.tests} />
          </div>
        </>
      ) : (
        <div className="mt-8">
          <EmptyState title="Inte räknat än">Siffrorna räknas varje timme. Titta in igen om en stund.</EmptyState>
        </div>
      )}
      {money && <PatrolMoney money={money} className="mt-6" />}
      <p className="mt-8">
        <a href={href('/status')}>Hur larmen fungerar just nu, och de senaste nittio dagarna</a>
      </p>
    </div>
  )
}

function alarmsInWords({ alarms, slips, taken }: PublicFigures): string {
  if (alarms === 0) return 'Inget larm har skickats härifrån på den tiden.'
  const untaken = taken.of - taken.known
  const sent = alarms === 1 ? 'Ett larm' : `${alarms} larm`
  const ended = untaken === 0 ? 'Alla togs.' : untaken === 1 ? 'Ett togs aldrig.' : `${untaken} togs aldrig.`
  const called = slips === 0 ? '' : ` ${slips === 1 ? 'Ett' : slips} som blåstes av inom en minut är inte med.`
  return `${sent} som är avslutade. ${ended}${called} Test räknas inte.`
}

/** The two figures measure different things, so the text says what each one is. */
function BesideEmergency({ seconds, source }: { seconds: number; source: string }) {
  return (
    <Card as="section" aria-labelledby="sos" tone="mist">
      <h2 id="sos" className="text-h3">
        Bredvid 112
      </h2>
      <p className="mt-2 max-w-[60ch]">
        112 svarade i genomsnitt efter <strong>{seconds.toLocaleString('sv-SE')} sekunder</strong>. Det är tiden tills
        någon svarar i telefonen. Vår tid till taget är tills en väktare har sagt att hen kommer, så de går inte att
        jämföra rakt av. Vid akut fara ringer du alltid 112 först.
      </p>
      <p className="mt-2 text-small text-soft">Källa: {source}.</p>
    </Card>
  )
}

function Tests({ sent, delivered, answered }: PublicFigures['tests']) {
  return (
    <Card as="section" aria-labelledby="test">
      <h2 id="test" className="text-h3">
        Test, för sig
      </h2>
      <p className="mt-2 max-w-[60ch]">
        {sent === 0
          ? 'Inget test har skickats på den tiden.'
          : `${sent} test skickades. ${delivered} vet vi kom fram till någon, och ${answered} besvarades.`}
      </p>
      <p className="mt-2 max-w-[60ch] text-soft">
        Vi skickar själva ett testlarm då och då, samma väg som ett riktigt. Medlemmar kan också testa.
      </p>
    </Card>
  )
}

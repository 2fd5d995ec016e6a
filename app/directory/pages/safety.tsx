import { href } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { PatrolWeek } from '~/pictures/patrol-week'
import { LampScene } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { monthName, monthOf } from '~/shared/month'
import { EMERGENCY_NUMBER, PRODUCT_NAME } from '~/shared/product'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink, buttonClass } from '~/ui/form/button'
import { Icon, type IconName } from '~/ui/marks/icon'
import { CompanyCards } from '../parts/company-card'
import { readSafetyPartners } from '../read-directory.server'
import type { Route } from './+types/safety'

export { clientMiddleware, handle } from '~/door/plain-page'

const mostPartners = 24

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Trygghet i ditt kvarter',
    description: `Så fungerar trygghetsnätverket i ${PRODUCT_NAME}: SMS-larm, ronder och lokal närvaro.`,
    path: href('/security'),
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  const house = context.get(houseContext)
  return { month: monthName(monthOf(house.clock.now())), partners: await readSafetyPartners(house, mostPartners) }
}

const pillars: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'alarm',
    title: 'SMS-larm',
    text: 'Händer något skickar du ett larm. Trygghetspartnerna i ditt postnummer får det direkt, och du ser när någon har tagit det.',
  },
  {
    icon: 'lamp',
    title: 'Ronder',
    text: 'Väktare går genom kvarteret på kvällar och helger. De syns, stannar till och håller ögonen öppna.',
  },
  {
    icon: 'people',
    title: 'Lokal närvaro',
    text: 'Företagen som arbetar här känner området. När fler rör sig ute blir gatan tryggare för alla.',
  },
]

export default function SafetyPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="page pt-[clamp(3rem,7vw,6rem)]">
        <h1 className="text-display">Trygghet i ditt kvarter</h1>
        <p className="mt-5 max-w-[46ch] text-lead text-soft">
          Någon i närheten som ser, kommer och stannar. Så hjälps grannar, väktare och lokala företag åt.
        </p>
        <EmergencyFirst />
        <ul className="mt-10 grid gap-5 md:grid-cols-3">
          {pillars.map(({ icon, title, text }) => (
            <li key={title} className="flex">
              <Card className="w-full">
                <span className="grid size-14 place-content-center rounded-full bg-fern text-spruce">
                  <Icon name={icon} className="size-7" />
                </span>
                <h2 className="mt-5 text-h4">{title}</h2>
                <p className="mt-2 text-soft">{text}</p>
              </Card>
            </li>
          ))}
        </ul>
      </div>
      <PatrolHours />
      <HowFast />
      <Partners {...loaderData} />
      <Join />
    </>
  )
}

/** The emergency number stands first, since it always answers. */
function EmergencyFirst() {
  return (
    <p className="mt-8 flex max-w-[46rem] items-start gap-3 border-alarm-text border-l-4 py-1 pl-5">
      <Icon name="warning" className="mt-[0.2em] text-alarm-text" />
      <span>
        Vid akut fara ringer du alltid{' '}
        <a href={`tel:${EMERGENCY_NUMBER}`} className="link font-semibold">
          {EMERGENCY_NUMBER}
        </a>{' '}
        först. Vårt larm går till dem som finns i närheten och ersätter aldrig 112.
      </span>
    </p>
  )
}

const hours = [
  { days: 'Vardagar', from: '18.00', to: '22.00' },
  { days: 'Helger', from: '14.00', to: '22.00' },
]

function PatrolHours() {
  return (
    <section aria-labelledby="patrols" className="band mt-[clamp(4rem,9vw,8rem)]">
      <div className="page grid items-center gap-x-20 gap-y-12 py-[clamp(3rem,7vw,6rem)] lg:grid-cols-2">
        <div>
          <h2 id="patrols" className="text-h1">
            När vi går våra ronder
          </h2>
          <dl className="mt-8 grid gap-6">
            {hours.map(({ days, from, to }) => (
              <div key={days}>
                <dt className="text-soft">{days}</dt>
                <dd className="tabular text-h1 text-lamp">
                  {from}–{to}
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-8 max-w-[44ch] text-soft">
            Hos månadens sponsor stannar väktarna till en eller två extra gånger i veckan.
          </p>
        </div>
        <PatrolWeek className="w-full max-w-xl justify-self-center" />
      </div>
    </section>
  )
}

/** Links to the public response times and status, so that anybody can check the promise. */
function HowFast() {
  return (
    <section aria-labelledby="how-fast" className="page pt-[clamp(3rem,7vw,6rem)]">
      <h2 id="how-fast" className="text-h1">
        Så fort går det
      </h2>
      <p className="mt-3 max-w-[52ch] text-lead text-soft">
        Hur lång tid larmen tar i varje kvarter, och om de fungerar just nu. Öppet för alla.
      </p>
      <p className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={href('/svarstider')} variant="secondary" icon="clock">
          Se svarstiderna
        </ButtonLink>
        <a href={href('/status')} className={buttonClass({ variant: 'quiet' })}>
          Driftstatus
        </a>
      </p>
    </section>
  )
}

function Partners({ partners, month }: Route.ComponentProps['loaderData']) {
  return (
    <section aria-labelledby="partners" className="page section">
      <h2 id="partners" className="text-h1">
        Månadens trygghets&shy;partner
      </h2>
      <p className="mt-3 text-lead text-soft first-letter:uppercase">{month}</p>
      {partners.length === 0 ? (
        <div className="mt-8">
          <EmptyState picture={<LampScene />} title="Ingen tar larm än" heading="h3">
            När vi har godkänt ett bevakningsföretag med giltigt tillstånd syns det här.
          </EmptyState>
        </div>
      ) : (
        <CompanyCards companies={partners} heading="h3" className="mt-8 lg:grid-cols-3" />
      )}
    </section>
  )
}

function Join() {
  return (
    <section aria-labelledby="join" className="page pb-[clamp(4rem,9vw,8rem)]">
      <Card tone="mist" className="grid items-center gap-6 lg:grid-cols-[1fr_auto] lg:p-12">
        <div>
          <h2 id="join" className="text-h2">
            Var med och håll ett öga på gatan
          </h2>
          <p className="mt-2 max-w-[48ch] text-soft">
            Du kan gå med som granne, eller som företag som vill synas och bidra.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`${href('/signup')}?role=member`} size="large">
            Bli trygghets&shy;medlem
          </ButtonLink>
          <ButtonLink to={`${href('/signup')}?role=company`} size="large" variant="secondary">
            Anslut ert företag
          </ButtonLink>
        </div>
      </Card>
    </section>
  )
}

import { href } from 'react-router'
import { houseContext } from '~/platform/house.server'
import { EMERGENCY_NUMBER, PRODUCT_NAME } from '~/shared/product'
import { pageMeta } from '~/shell/public'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Icon, type IconName } from '~/ui/icon'
import { readSafetyPartners } from '../company-store.server'
import { CompanyCard } from '../parts/company-card'
import type { Route } from './+types/safety'

const mostPartners = 24

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Trygghet i ditt kvarter',
    description: `Så fungerar trygghetsnätverket i ${PRODUCT_NAME}: SMS-larm, rondering och lokal närvaro.`,
    path: href('/security'),
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  return { partners: await readSafetyPartners(context.get(houseContext).db, mostPartners) }
}

const pillars: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'alarm',
    title: 'SMS-larm',
    text: 'Händer något skickar du ett larm. Trygghetspartnerna i ditt postnummer får det direkt, och du ser när någon har tagit det.',
  },
  {
    icon: 'lamp',
    title: 'Rondering',
    text: 'Väktare går genom kvarteret på kvällar och helger. De syns, stannar till och håller ögonen öppna.',
  },
  {
    icon: 'people',
    title: 'Lokal närvaro',
    text: 'Företagen som arbetar här känner området. När fler rör sig ute blir gatan tryggare för alla.',
  },
]

export default function SafetyPage({ loaderData: { partners } }: Route.ComponentProps) {
  return (
    <div className="page section">
      <h1 className="text-h1">Trygghet i ditt kvarter</h1>
      <p className="prose-width mt-4 text-lead text-soft">
        Vid akut fara ringer du alltid <a href={`tel:${EMERGENCY_NUMBER}`}>{EMERGENCY_NUMBER}</a> först. Vi är det som
        finns däremellan: någon i närheten som ser, kommer och stannar.
      </p>
      <ul className="mt-10 grid gap-5 md:grid-cols-3">
        {pillars.map(({ icon, title, text }) => (
          <li key={title} className="flex">
            <Card className="w-full">
              <Icon name={icon} className="size-8 text-spruce" />
              <h2 className="mt-4 text-h4">{title}</h2>
              <p className="mt-2">{text}</p>
            </Card>
          </li>
        ))}
      </ul>

      <h2 className="mt-16 text-h2">När vi går våra ronder</h2>
      <dl className="mt-5 grid max-w-xl gap-4 sm:grid-cols-2">
        <PatrolHours days="Vardagar" hours="18:00–22:00" />
        <PatrolHours days="Helger" hours="14:00–22:00" />
      </dl>

      <h2 className="mt-16 text-h2">Månadens trygghetspartners</h2>
      {partners.length === 0 ? (
        <p className="mt-4 text-soft">Ingen har tagit platsen ännu. Den som gör det syns här.</p>
      ) : (
        <ul className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {partners.map((company) => (
            <li key={company.id} className="flex">
              <CompanyCard company={company} />
            </li>
          ))}
        </ul>
      )}

      <div className="mt-16 flex flex-wrap gap-4">
        <ButtonLink to={`${href('/signup')}?role=member`} size="large">
          Bli trygghetsmedlem
        </ButtonLink>
        <ButtonLink to={`${href('/signup')}?role=company`} size="large" variant="secondary">
          Anslut ditt företag
        </ButtonLink>
      </div>
    </div>
  )
}

function PatrolHours({ days, hours }: { days: string; hours: string }) {
  return (
    <div className="rounded-card bg-mist p-5">
      <dt className="text-soft">{days}</dt>
      <dd className="tabular text-h3">{hours}</dd>
    </div>
  )
}

import { href, Link } from 'react-router'
import { requireRole } from '~/accounts/public.server'
import { CompanyCard } from '~/companies/public'
import { readNeighbourCompanies } from '~/companies/public.server'
import { houseContext } from '~/platform/house.server'
import { areaName, formatPostcode } from '~/postcodes/public'
import { readPostcode } from '~/postcodes/public.server'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { ButtonLink } from '~/ui/button'
import { Card, CardLink } from '~/ui/card'
import { pageMeta } from '../page-meta'
import { VerifyReminder } from '../parts/verify-reminder'
import type { Route } from './+types/member-overview'

const mostCompanies = 6

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Min Portal',
    description: 'Ditt kvarter.',
    path: href('/dashboard/customer'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = requireRole(context, request, 'member')
  const house = context.get(houseContext)
  const companies = await readNeighbourCompanies(house, person.postcode, mostCompanies)
  return { person, companies, areaName: areaName(person.postcode, await readPostcode(house.db, person.postcode)) }
}

export default function MemberOverview({ loaderData: { person, companies, areaName } }: Route.ComponentProps) {
  const area = formatPostcode(person.postcode)
  return (
    <>
      <h1 className="text-h2">Hej {person.name.split(' ')[0]}</h1>
      <p className="mt-2 text-lead text-soft">Ditt kvarter är {areaName}.</p>
      {!person.emailVerified && <VerifyReminder />}
      <Card className="mt-8 flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 className="text-h4">Är du i fara?</h2>
          <p className="mt-1">Ring alltid {EMERGENCY_NUMBER} först.</p>
        </div>
        <ButtonLink to={`tel:${EMERGENCY_NUMBER}`} variant="alarm" icon="phone">
          Ring {EMERGENCY_NUMBER}
        </ButtonLink>
      </Card>

      <h2 className="mt-12 text-h3">Företag i ditt kvarter</h2>
      {companies.length === 0 ? (
        <p className="mt-4 text-soft">Inga kvartersföretag är registrerade i postnummer {area} ännu.</p>
      ) : (
        <>
          <ul className="mt-5 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {companies.map((company) => (
              <li key={company.id} className="flex">
                <CompanyCard company={company} />
              </li>
            ))}
          </ul>
          <p className="mt-6">
            <Link to={`${href('/companies')}?postal=${person.postcode}`}>Alla företag i {area}</Link>
          </p>
        </>
      )}
      <div className="mt-12 max-w-xl">
        <CardLink to={href('/dashboard/customer/ambassador')} title="Tipsa ett företag" icon="people" heading="h2">
          När det går med får du 12 månaders fritt medlemskap.
        </CardLink>
      </div>
    </>
  )
}

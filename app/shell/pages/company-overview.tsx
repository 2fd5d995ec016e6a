import { href, Link } from 'react-router'
import { requireRole } from '~/accounts/public.server'
import { categoryLabel } from '~/companies/public'
import { readOwnCompany } from '~/companies/public.server'
import { houseContext } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { packages } from '~/sponsorship/public'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmptyState } from '~/ui/empty-state'
import { pageMeta } from '../page-meta'
import { HiddenNotice } from '../parts/hidden-notice'
import { VerifyReminder } from '../parts/verify-reminder'
import type { Route } from './+types/company-overview'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Företagsportal',
    description: 'Ditt företag.',
    path: href('/dashboard/provider'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = requireRole(context, request, 'company')
  return { person, company: await readOwnCompany(context.get(houseContext).db, person.id) }
}

export default function CompanyOverview({ loaderData: { person, company } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h2">{company?.name ?? person.name}</h1>
      {!person.emailVerified && <VerifyReminder />}
      {company?.hidden_reason && <HiddenNotice reason={company.hidden_reason} />}
      {company ? (
        <Card className="mt-8">
          <h2 className="text-h4">Så syns ni för grannarna</h2>
          <div className="mt-4">
            <DescriptionList
              items={[
                { term: 'Kategori', description: categoryLabel(company.category) },
                { term: 'Postnummer', description: formatPostcode(company.postcode) },
                {
                  term: 'Paket',
                  description: packages.find(({ plan }) => plan === company.plan)?.name ?? company.plan,
                },
                { term: 'Organisationsnummer', description: company.org_number },
              ]}
            />
          </div>
          <p className="mt-5">
            {!company.hidden_reason && <Link to={href('/company/:id', { id: company.id })}>Visa er sida</Link>}
          </p>
        </Card>
      ) : (
        <EmptyState
          title="Inget företag än"
          action={<ButtonLink to={href('/dashboard/account')}>Till mitt konto</ButtonLink>}
        >
          Det finns inget företag på det här kontot.
        </EmptyState>
      )}
    </>
  )
}

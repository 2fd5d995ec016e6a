import { data, href, Link } from 'react-router'
import { z } from 'zod'
import { houseContext } from '~/platform/house.server'
import { formatPhone } from '~/shared/phone'
import { formatPostcode } from '~/shared/postcode'
import { pageMeta } from '~/shell/public'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Monogram } from '~/ui/monogram'
import { categoryLabel } from '../category'
import { readCompany } from '../company-store.server'
import { CompanyBadges } from '../parts/company-badges'
import type { Route } from './+types/company-profile'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const name = loaderData?.company.name ?? 'Företaget'
  return pageMeta(matches, {
    title: name,
    description: loaderData?.company.bio || `${name} är ett lokalt företag i ditt kvarter.`,
    path: href('/company/:id', params),
    picture: 'companies',
  })
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = z.uuid().safeParse(params.id)
  const company = id.success ? await readCompany(context.get(houseContext).db, id.data) : undefined
  if (!company) throw data(null, 404)
  if (company.deleted_at) throw data(null, 410)
  return { company: { ...company, shownPhone: formatPhone(company.phone) } }
}

export default function CompanyProfilePage({ loaderData: { company } }: Route.ComponentProps) {
  const contact = [
    { term: 'Telefon', description: <a href={`tel:${company.phone}`}>{company.shownPhone}</a> },
    { term: 'E-post', description: <a href={`mailto:${company.email}`}>{company.email}</a> },
    { term: 'Adress', description: `${company.address}, ${formatPostcode(company.postcode)}` },
  ]
  return (
    <div className="page section">
      <p>
        <Link to={`${href('/companies')}?postal=${company.postcode}`}>
          Alla företag i {formatPostcode(company.postcode)}
        </Link>
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-5">
        <Monogram name={company.name} />
        <div>
          <h1 className="text-h1">{company.name}</h1>
          <p className="text-lead text-soft">{categoryLabel(company.category)}</p>
        </div>
      </div>
      <div className="mt-5">
        <CompanyBadges company={company} />
      </div>
      <div className="mt-8 grid gap-8 lg:grid-cols-[3fr_2fr]">
        <p className="prose-width whitespace-pre-line">
          {company.bio || `${company.name} har inte skrivit något om sig ännu. Hör gärna av dig.`}
        </p>
        <Card>
          <h2 className="text-h4">Kontakt</h2>
          <div className="mt-3">
            <DescriptionList items={contact} />
          </div>
        </Card>
      </div>
    </div>
  )
}

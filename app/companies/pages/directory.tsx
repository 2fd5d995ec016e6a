import { Form, href, useNavigation } from 'react-router'
import { houseContext } from '~/platform/house.server'
import { formatPostcode } from '~/shared/postcode'
import { PRODUCT_NAME } from '~/shared/product'
import { EmptyStreet, pageMeta } from '~/shell/public'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { TextField } from '~/ui/field'
import { LoadingText } from '~/ui/skeleton'
import { readDirectory } from '../company-store.server'
import { readDirectorySearch } from '../directory-search'
import { CompanyCard } from '../parts/company-card'
import type { Route } from './+types/directory'

/** More than a postcode has; the directory proper, with pages, is the companies issue's. */
const most = 100

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Lokala företag i ditt kvarter',
    description: `Hitta städning, trädgårdshjälp, frisör och annat nära dig – med 10 % ${PRODUCT_NAME}-rabatt för medlemmar.`,
    path: href('/companies'),
    picture: 'companies',
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = readDirectorySearch(new URL(request.url).searchParams)
  const { db } = context.get(houseContext)
  return { search, companies: await readDirectory(db, search.postcode, search.text, search.categories, most) }
}

export default function DirectoryPage({ loaderData: { search, companies } }: Route.ComponentProps) {
  const navigation = useNavigation()
  const loading = navigation.state === 'loading' && navigation.location.pathname === href('/companies')
  return (
    <div className="page section">
      <h1 className="text-h1">Lokala företag</h1>
      <p className="mt-3 text-lead text-soft">Nära dig, i postnummer {formatPostcode(search.postcode)}.</p>
      <Form
        role="search"
        className="mt-8 grid items-end gap-4 md:grid-cols-[1fr_12rem_auto]"
        key={`${search.text} ${search.postcode}`}
      >
        <TextField name="q" label="Sök företag eller kategori" type="search" defaultValue={search.text} />
        <TextField name="postal" label="Postnummer" inputMode="numeric" defaultValue={search.postcode} />
        <Button type="submit" icon="search">
          Sök
        </Button>
      </Form>
      <div className="mt-10" aria-live="polite">
        {loading ? <LoadingText>Laddar företag...</LoadingText> : <Found companies={companies} />}
      </div>
    </div>
  )
}

function Found({ companies }: Pick<Route.ComponentProps['loaderData'], 'companies'>) {
  if (companies.length === 0) {
    return (
      <EmptyState
        picture={<EmptyStreet />}
        title="Inga företag hittades"
        action={<ButtonLink to={`${href('/signup')}?role=company`}>Anslut ditt företag</ButtonLink>}
      >
        Prova ett annat ord eller ett annat postnummer. Känner du någon som borde finnas här? Tipsa gärna.
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {companies.map((company) => (
        <li key={company.id} className="flex">
          <CompanyCard company={company} />
        </li>
      ))}
    </ul>
  )
}

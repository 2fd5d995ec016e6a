import { Form, href } from 'react-router'
import { categoryLabel } from '~/companies/public'
import { pageMeta } from '~/door/page-meta'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { Pager } from '~/ui/pager'
import { LoadingText } from '~/ui/skeleton'
import { directoryAddress, freeDays, readDirectorySearch } from '../directory-search'
import { CategoryChips } from '../parts/category-chips'
import { CompanyCards } from '../parts/company-card'
import { FreeChips } from '../parts/free-chips'
import { readDirectory } from '../read-directory.server'
import type { Route } from './+types/directory'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Lokala företag i ditt kvarter',
    description: `Hitta städning, trädgårdshjälp, frisör och annat nära dig – med 10 % grannrabatt för medlemmar.`,
    path: href('/companies'),
    picture: 'companies',
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = readDirectorySearch(new URL(request.url).searchParams)
  return { search, ...(await readDirectory(context.get(houseContext), search)) }
}

export default function DirectoryPage({ loaderData }: Route.ComponentProps) {
  const { search, area, counts, companies } = loaderData
  const { free } = search
  const where = [area, formatPostcode(search.postcode)].filter(Boolean).join(', ')
  return (
    <div className="page section pt-[clamp(2.5rem,5vw,4.5rem)]">
      <h1 className="text-h1">Lokala företag</h1>
      <p className="mt-3 flex items-center gap-2 text-lead text-soft">
        <Icon name="map-pin" />
        {where}
      </p>
      <Form
        role="search"
        action="#foretag"
        className="mt-8 grid items-end gap-4 md:grid-cols-[1fr_11rem_auto]"
        key={directoryAddress({ ...search, from: null })}
      >
        <TextField
          name="q"
          label="Sök företag, kategori eller tjänst"
          type="search"
          defaultValue={search.text}
          maxLength={100}
        />
        <TextField
          name="postal"
          label="Postnummer"
          inputMode="numeric"
          autoComplete="postal-code"
          defaultValue={formatPostcode(search.postcode)}
        />
        {search.category && <input type="hidden" name="category" value={search.category} />}
        {free && <input type="hidden" name="ledigt" value={freeDays[free].word} />}
        <Button type="submit" icon="search">
          Sök
        </Button>
      </Form>
      <div className="mt-6">
        <CategoryChips search={search} counts={counts} />
      </div>
      <div className="mt-3">
        <FreeChips search={search} />
      </div>
      <div id="foretag" className="mt-8 min-h-10 scroll-mt-6 text-soft" aria-live="polite">
        <Shown {...loaderData} />
        <template data-loading>
          <LoadingText>Laddar företag...</LoadingText>
        </template>
      </div>
      <div className="mt-3 transition-opacity duration-150 aria-busy:opacity-50">
        {companies.length > 0 ? <Companies {...loaderData} /> : <Nothing {...loaderData} />}
      </div>
    </div>
  )
}

type Data = Route.ComponentProps['loaderData']

/** Heading of the list. The number of companies is given only when they fit on one page. */
function Shown({ search, companies, previous, next }: Data) {
  if (companies.length === 0) return null
  const what = [search.text && `”${search.text}”`, search.category && categoryLabel(search.category)]
    .filter(Boolean)
    .join(' i ')
  const { free } = search
  const when = free ? ` med ledig tid ${freeDays[free].when}` : ''
  const many = previous || next ? 'Företag' : `${companies.length} företag`
  return (
    <p className="py-2">
      {many}
      {what && ` för ${what}`}
      {when}
    </p>
  )
}

function Pages({ search, previous, next }: Pick<Data, 'search' | 'previous' | 'next'>) {
  const page = (side: 'after' | 'before', place: typeof next) =>
    place && directoryAddress({ ...search, from: { side, place } })
  return <Pager previous={page('before', previous)} next={page('after', next)} label="Fler företag" />
}

function Companies({ search, companies, previous, next }: Data) {
  return (
    <>
      <CompanyCards companies={companies} className="lg:grid-cols-3" />
      <Pages search={search} previous={previous} next={next} />
    </>
  )
}

/** An empty search links to all companies; a postcode without companies invites the first one. */
function Nothing({ search, hasCompanies, next, previous }: Data) {
  if (search.free && hasCompanies) {
    return (
      <>
        <EmptyState
          picture={<EmptyStreet />}
          title="Inga företag hittades"
          action={
            <ButtonLink to={directoryAddress({ ...search, free: null, from: null })} variant="secondary">
              Visa alla, också utan ledig tid
            </ButtonLink>
          }
        >
          {next
            ? 'Ingen av dem vi har tittat på hittills har ledig tid då. Det finns fler.'
            : 'Ingen har ledig tid då.'}
        </EmptyState>
        <Pages search={search} next={next} previous={previous} />
      </>
    )
  }
  const action = hasCompanies ? (
    <ButtonLink to={directoryAddress({ postcode: search.postcode })} variant="secondary">
      Visa alla i {formatPostcode(search.postcode)}
    </ButtonLink>
  ) : (
    <ButtonLink to={`${href('/signup')}?role=company&postal=${search.postcode}`}>Anslut ert företag</ButtonLink>
  )
  return (
    <EmptyState picture={<EmptyStreet />} title="Inga företag hittades" action={action}>
      {hasCompanies
        ? 'Prova ett annat ord, en annan kategori eller ett annat postnummer.'
        : 'Här är ingen med ännu. Känner du någon som borde finnas här? Tipsa gärna.'}
    </EmptyState>
  )
}

import { Form, href } from 'react-router'
import { reviewLists } from '~/companies/public'
import { requireRole } from '~/door/guard.server'
import { sortingBy, withQuery } from '~/door/list-order'
import { pageMeta } from '~/door/page-meta'
import { ListTools } from '~/door/parts/list-tools'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { namesOf } from '~/shared/chosen'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { HiddenFields } from '~/ui/form/hidden-fields'
import { Pager } from '~/ui/pager'
import { LinkTabs } from '~/ui/tabs'
import { companyOrders, queryOf, readAdminSearch } from '../company-search'
import { listCompaniesForAdmin } from '../list-companies-for-admin.server'
import { TickList } from '../parts/tick-list'
import type { Route } from './+types/admin-companies'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Företag',
    description: 'Alla företag, de som väntar på granskning först.',
    path: href('/dashboard/admin/companies'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const search = readAdminSearch(new URL(request.url).searchParams)
  return listCompaniesForAdmin(context.get(houseContext), signedIn, search)
}

const addressOf = (search: Parameters<typeof queryOf>[0]) =>
  withQuery(href('/dashboard/admin/companies'), queryOf(search))

export default function AdminCompaniesPage({ loaderData }: Route.ComponentProps) {
  const { search, companies, waiting, next } = loaderData
  const { list, text, order, after } = search
  const tabs = namesOf(reviewLists).map((key) => ({
    to: addressOf({ ...search, list: key }),
    label: key === 'waiting' && waiting.count > 0 ? `${reviewLists[key]} (${inWords(waiting)})` : reviewLists[key],
    current: key === list,
  }))
  return (
    <>
      <h1 className="text-h2">Företag</h1>
      <p className="mt-2 text-lead text-soft">{waitingText(waiting)}</p>
      <Form
        role="search"
        className="mt-6 grid items-end gap-4 sm:grid-cols-[1fr_auto]"
        key={queryOf(search).toString()}
      >
        <HiddenFields values={queryOf({ ...search, text: '' })} />
        <TextField
          name="q"
          label="Sök företag"
          hint="Namn, organisationsnummer eller e-post"
          type="search"
          defaultValue={text}
          maxLength={100}
        />
        <Button type="submit" variant="secondary" icon="search">
          Sök
        </Button>
      </Form>
      <LinkTabs label="Vilka företag" tabs={tabs} className="mt-6" />
      <ListTools />
      {companies.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            picture={<EmptyStreet />}
            title="Inga företag här"
            action={
              text || list !== 'all' ? (
                <ButtonLink to={href('/dashboard/admin/companies')} variant="secondary">
                  Visa alla företag
                </ButtonLink>
              ) : undefined
            }
          >
            {text ? `Inget stämmer med ”${text}”.` : 'När ett företag går med syns det här.'}
          </EmptyState>
        </div>
      ) : (
        <TickList
          companies={companies}
          sorting={sortingBy(companyOrders, order, (by) => addressOf({ ...search, order: by }))}
        />
      )}
      <Pager
        previous={after ? addressOf(search) : undefined}
        next={next && withQuery(href('/dashboard/admin/companies'), [...queryOf(search), ['after', next]])}
      />
    </>
  )
}

type Waiting = Route.ComponentProps['loaderData']['waiting']

const inWords = ({ count, isMore }: Waiting) => (isMore ? `${count}+` : String(count))

function waitingText({ count, isMore }: Waiting): string {
  if (isMore) return `Fler än ${count} företag väntar på granskning.`
  if (count === 0) return 'Inget väntar på granskning.'
  return count === 1 ? 'Ett företag väntar på granskning.' : `${count} företag väntar på granskning.`
}

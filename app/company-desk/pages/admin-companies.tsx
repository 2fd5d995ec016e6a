import { Form, href } from 'react-router'
import { reviewLists } from '~/companies/public'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { namesOf } from '~/shared/chosen'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { Pager } from '~/ui/pager'
import { LinkTabs } from '~/ui/tabs'
import { listCompaniesForAdmin, readAdminSearch } from '../list-companies-for-admin.server'
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

/** The list's own address, with what differs from the plain one. */
function addressOf(query: { visa?: string; q?: string; after?: string }) {
  const asked = Object.entries(query).filter(([, value]) => value)
  const search = new URLSearchParams(asked).toString()
  return href('/dashboard/admin/companies') + (search && `?${search}`)
}

export default function AdminCompaniesPage({ loaderData }: Route.ComponentProps) {
  const { list, text, companies, waiting, next, isLater } = loaderData
  const visa = list === 'all' ? undefined : list
  const tabs = namesOf(reviewLists).map((key) => ({
    to: addressOf({ visa: key === 'all' ? undefined : key, q: text }),
    label: key === 'waiting' && waiting > 0 ? `${reviewLists[key]} (${waiting})` : reviewLists[key],
    current: key === list,
  }))
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-h2">Företag</h1>
        {/* A file and not a page: the router leaves it to the browser. */}
        <Form method="get" action={href('/dashboard/admin/companies/export')} reloadDocument>
          {visa && <input type="hidden" name="visa" value={visa} />}
          {text && <input type="hidden" name="q" value={text} />}
          <Button type="submit" variant="secondary" icon="download">
            Hämta som CSV
          </Button>
        </Form>
      </div>
      <p className="mt-2 text-lead text-soft">{waitingText(waiting)}</p>
      <Form role="search" className="mt-6 grid items-end gap-4 sm:grid-cols-[1fr_auto]" key={text}>
        {visa && <input type="hidden" name="visa" value={visa} />}
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
      {companies.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            picture={<EmptyStreet />}
            title="Inga företag här"
            action={
              text || list !== 'all' ? (
                <ButtonLink to={addressOf({})} variant="secondary">
                  Visa alla företag
                </ButtonLink>
              ) : undefined
            }
          >
            {text ? `Inget stämmer med ”${text}”.` : 'När ett företag går med syns det här.'}
          </EmptyState>
        </div>
      ) : (
        <TickList companies={companies} />
      )}
      <Pager
        previous={isLater ? addressOf({ visa, q: text }) : undefined}
        next={next && addressOf({ visa, q: text, after: next })}
      />
    </>
  )
}

function waitingText(waiting: number): string {
  if (waiting === 0) return 'Inget väntar på granskning.'
  return waiting === 1 ? 'Ett företag väntar på granskning.' : `${waiting} företag väntar på granskning.`
}

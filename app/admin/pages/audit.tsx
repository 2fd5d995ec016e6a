import { Form, href, Link } from 'react-router'
import {
  type AuditOrder,
  auditDeeds,
  auditOrders,
  auditSearchFrom,
  auditSubjects,
  listQueryOf,
  queryOf,
} from '~/audit/public'
import { requireRole } from '~/door/guard.server'
import { orderFrom, orderQuery, sortingBy, withQuery } from '~/door/list-order'
import { pageMeta } from '~/door/page-meta'
import { ListTools } from '~/door/parts/list-tools'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { SelectField, TextField } from '~/ui/form/field'
import { HiddenFields } from '~/ui/form/hidden-fields'
import { Pager } from '~/ui/pager'
import { AuditTable } from '../parts/audit-table'
import { readHistory } from '../search-audit.server'
import type { Route } from './+types/audit'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Historik',
    description: 'Vad administratörer har gjort.',
    path: href('/dashboard/admin/audit'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { searchParams } = new URL(request.url)
  const [search, order] = [auditSearchFrom(searchParams), orderFrom(auditOrders, searchParams)]
  const before = readCursor(request)
  return { search, order, before, ...(await readHistory(context.get(houseContext), signedIn, search, before, order)) }
}

export default function AuditPage({ loaderData: { search, order, before, entries, next } }: Route.ComponentProps) {
  const query = queryOf(search).toString()
  const addressOf = (by: AuditOrder) => withQuery(href('/dashboard/admin/audit'), listQueryOf(search, by))
  const everything = { value: '', label: 'Allt' }
  return (
    <>
      <h1 className="text-h2">Historik</h1>
      <p className="mt-2 max-w-prose text-soft">
        Vad administratörer har gjort och tittat på, och vilka som har nekats. Det går bara att lägga till, aldrig att
        ändra.
      </p>
      <Form
        role="search"
        key={listQueryOf(search, order).toString()}
        className="mt-6 grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <HiddenFields values={orderQuery(auditOrders, order)} />
        {search.actorId && <input type="hidden" name="vem" value={search.actorId} />}
        <SelectField name="vad" label="Vad" options={[everything, ...auditDeeds]} defaultValue={search.deed ?? ''} />
        {search.subjectKind && search.subjectId ? (
          <>
            <input type="hidden" name="slag" value={search.subjectKind} />
            <input type="hidden" name="om" value={search.subjectId} />
          </>
        ) : (
          <SelectField
            name="slag"
            label="Gäller"
            options={[everything, ...auditSubjects]}
            defaultValue={search.subjectKind ?? ''}
          />
        )}
        <TextField name="till" label="Till och med" type="date" defaultValue={search.until ?? ''} />
        <Button type="submit" variant="secondary" icon="search">
          Visa
        </Button>
      </Form>
      {query && (
        <p className="mt-4">
          <Link to={href('/dashboard/admin/audit')}>Visa hela historiken</Link>
        </p>
      )}
      <ListTools />
      {entries.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            title="Inget här"
            action={
              query ? (
                <ButtonLink to={href('/dashboard/admin/audit')} variant="secondary">
                  Visa hela historiken
                </ButtonLink>
              ) : undefined
            }
          >
            {query ? 'Inget i historiken stämmer med det du frågar efter.' : 'Ingen aktivitet ännu'}
          </EmptyState>
        </div>
      ) : (
        <AuditTable entries={entries} sorting={sortingBy(auditOrders, order, addressOf)} />
      )}
      <Pager
        previous={before ? addressOf(order) : undefined}
        next={next && withQuery(href('/dashboard/admin/audit'), [...listQueryOf(search, order), ['before', next]])}
      />
    </>
  )
}

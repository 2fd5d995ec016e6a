import { Form, href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Button } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { searchEverything } from '../search-everything.server'
import type { Route } from './+types/search'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Sök',
    description: 'Användare, företag, postnummer och betalningar.',
    path: href('/dashboard/admin/search'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const asked = new URL(request.url).searchParams.get('q') ?? ''
  return searchEverything(context.get(houseContext), signedIn, asked)
}

export default function SearchPage({ loaderData: { text, kinds } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h2">Sök</h1>
      <Form role="search" className="mt-6 grid max-w-2xl items-end gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          key={text}
          name="q"
          label="Sök efter vad som helst"
          hint="Namn, e-post, telefon, organisationsnummer, postnummer eller en betalnings nummer"
          type="search"
          defaultValue={text}
          maxLength={100}
          data-begins
        />
        <Button type="submit" icon="search">
          Sök
        </Button>
      </Form>
      {text !== '' && kinds.length === 0 && (
        <div className="mt-8 max-w-2xl">
          <EmptyState title="Inga träffar">Prova med färre ord, eller en del av namnet.</EmptyState>
        </div>
      )}
      {kinds.map(({ kind, found, all, notAll }) => (
        <Card as="section" key={kind} aria-labelledby={kind} className="mt-6 max-w-2xl">
          <h2 id={kind} className="text-h4">
            {kind}
          </h2>
          <ul className="mt-2 divide-y divide-line">
            {found.map(({ label, to, note }) => (
              <li key={to} className="py-1">
                <Link to={to} className="link inline-flex min-h-12 items-center font-semibold wrap-anywhere">
                  {label}
                </Link>
                {note && <span className="ml-3 text-small text-soft wrap-anywhere">{note}</span>}
              </li>
            ))}
          </ul>
          {notAll && <p className="mt-2 text-soft">{notAll}</p>}
          {all && (
            <p className="mt-2">
              <Link to={all} className="inline-flex min-h-12 items-center">
                Visa alla som stämmer
              </Link>
            </p>
          )}
        </Card>
      ))}
    </>
  )
}

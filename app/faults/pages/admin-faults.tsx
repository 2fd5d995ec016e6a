import { Form, href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Button } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { LinkTabs } from '~/ui/tabs'
import { FaultBadge } from '../parts/fault-badge'
import { type FaultShown, readFaults } from '../read-faults.server'
import type { Route } from './+types/admin-faults'

const path = href('/dashboard/admin/faults')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Fel i tjänsten', description: 'Det som gått sönder.', path, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { searchParams } = new URL(request.url)
  const asked = { isMended: searchParams.get('visa') === 'rattade', number: searchParams.get('nummer') ?? '' }
  return readFaults(context.get(houseContext), signedIn, asked)
}

export default function AdminFaultsPage({ loaderData }: Route.ComponentProps) {
  const { faults, isMended, asked, found } = loaderData
  return (
    <>
      <h1 className="text-h2">Fel i tjänsten</h1>
      <p className="prose-width mt-2 text-lead text-soft">
        Det som gått sönder hos oss, samlat efter vad och var. Här står inget om vem som råkade ut för det eller vad de
        skrev. När databasen är borta är det inget fel på sidan, och syns inte här.
      </p>
      <Form action={path} className="mt-6 grid max-w-2xl gap-4" role="search">
        <TextField
          name="nummer"
          label="Felets nummer"
          hint="Det som står på sidan när något gått sönder"
          defaultValue={asked}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <Button type="submit" icon="search">
            Sök
          </Button>
        </div>
      </Form>
      {asked !== '' && <Found id={found} />}
      <LinkTabs
        label="Vilka fel"
        className="mt-8 max-w-2xl"
        tabs={[
          { to: path, label: 'Öppna', current: !isMended },
          { to: `${path}?visa=rattade`, label: 'Rättade', current: isMended },
        ]}
      />
      {faults.length === 0 && (
        <div className="mt-6 max-w-2xl">
          <EmptyState title={isMended ? 'Inget är markerat som rättat' : 'Inget är trasigt'}>
            {isMended ? 'Det ni har rättat hamnar här.' : 'Går något sönder syns det här inom några sekunder.'}
          </EmptyState>
        </div>
      )}
      <ul className="mt-6 grid max-w-2xl gap-5">
        {faults.map((fault) => (
          <li key={fault.id}>
            <Card>
              <FaultLine fault={fault} />
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

function Found({ id }: { id: string | null }) {
  return (
    <p role="status" className="mt-4 max-w-2xl">
      {id ? (
        <Link to={href('/dashboard/admin/faults/:id', { id })} className="link font-semibold">
          Visa felet som numret hör till
        </Link>
      ) : (
        'Numret finns inte här. Är det gammalt, eller var databasen borta, står det i loggen.'
      )}
    </p>
  )
}

function FaultLine({ fault: { id, kind, place, count, first, last, state } }: { fault: FaultShown }) {
  return (
    <>
      <h2 className="text-h4 wrap-anywhere">
        <Link to={href('/dashboard/admin/faults/:id', { id })}>{kind}</Link>
      </h2>
      <p className="mt-1 wrap-anywhere">{place}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <FaultBadge state={state} />
        <span className="text-small text-soft">
          {count === 1 ? `En gång, ${last}` : `${count} gånger, senast ${last}, först ${first}`}
        </span>
      </p>
    </>
  )
}

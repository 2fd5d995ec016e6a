import { Form, href } from 'react-router'
import { CardLink } from '~/ui/card'
import { Button } from '~/ui/form/button'
import type { CompaniesForAdmin } from '../list-companies-for-admin.server'
import { ReviewBadge } from './review-badge'

/** Companies to open one by one, or to tick for something that is done for several at once. */
export function TickList({ companies }: Pick<CompaniesForAdmin, 'companies'>) {
  return (
    // Asked for and not sent, so what is ticked stands in the address; a file and a page alike are left to the browser.
    <Form method="get" action={href('/dashboard/admin/companies/bulk')} reloadDocument className="mt-6 grid gap-5">
      <ul className="grid gap-4 xl:grid-cols-2">
        {companies.map((company) => (
          <li key={company.id} className="grid grid-cols-[auto_1fr] items-center gap-x-1">
            <label className="-ml-3 grid size-12 shrink-0 place-content-center">
              <span className="sr-only">Bocka för {company.name}</span>
              <input type="checkbox" name="id" value={company.id} className="size-6 accent-spruce" />
            </label>
            <CardLink
              to={href('/dashboard/admin/companies/:id', { id: company.id })}
              title={company.name}
              heading="h2"
              className="h-full min-w-0"
            >
              <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                <ReviewBadge state={company.state} isGone={company.isGone} />
                <span>
                  {company.category} i {company.postcode}
                </span>
                <span className="text-small">{company.joined}</span>
              </p>
              <p className="mt-2 text-small [overflow-wrap:anywhere]">
                {company.orgNumber} · {company.email}
              </p>
            </CardLink>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Åtgärder för de förbockade</Button>
        <Button
          type="submit"
          variant="secondary"
          icon="download"
          name="valda"
          value="ja"
          formAction={href('/dashboard/admin/companies/export')}
        >
          Hämta de förbockade som CSV
        </Button>
      </div>
    </Form>
  )
}

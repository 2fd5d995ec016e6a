import { Form, href } from 'react-router'
import type { SortingOf } from '~/door/list-order'
import { Button } from '~/ui/form/button'
import { MailAddress } from '~/ui/mail-address'
import { DataTable, RowLink } from '~/ui/table'
import type { companyOrders } from '../company-search'
import type { CompaniesForAdmin } from '../list-companies-for-admin.server'
import { ReviewBadge } from './review-badge'

type Props = Pick<CompaniesForAdmin, 'companies'> & { sorting: SortingOf<typeof companyOrders> }

/** A list of companies, to open one or to tick several for a bulk job. */
export function TickList({ companies, sorting }: Props) {
  return (
    // A GET form, so the ticked ids are in the address. `reloadDocument`, because the answer may be a file as well as a
    // page.
    <Form method="get" action={href('/dashboard/admin/companies/bulk')} reloadDocument className="mt-6 grid gap-5">
      <DataTable
        caption="Företag"
        captionHidden
        wide
        columns={[
          { key: 'name', label: 'Namn', sort: sorting.name },
          { key: 'state', label: 'Granskning', sort: sorting.waiting, short: true },
          { key: 'category', label: 'Kategori', short: true },
          { key: 'postcode', label: 'Postnummer', short: true },
          { key: 'plan', label: 'Paket', short: true },
          { key: 'reached', label: 'Organisationsnummer och e-post' },
          { key: 'joined', label: 'Gick med', sort: sorting.joined, short: true },
        ]}
        rows={companies.map(({ state, isGone, orgNumber, email, ...company }) => ({
          ...company,
          name: (
            <span className="flex items-center gap-2">
              <label className="-ml-3 grid size-12 shrink-0 place-content-center">
                <span className="sr-only">Bocka för {company.name}</span>
                <input type="checkbox" name="id" value={company.id} className="size-6 accent-spruce" />
              </label>
              <RowLink to={href('/dashboard/admin/companies/:id', { id: company.id })}>{company.name}</RowLink>
            </span>
          ),
          state: <ReviewBadge state={state} isGone={isGone} />,
          reached: (
            <>
              {orgNumber}
              <span className="block text-small">
                <MailAddress>{email}</MailAddress>
              </span>
            </>
          ),
        }))}
      />
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

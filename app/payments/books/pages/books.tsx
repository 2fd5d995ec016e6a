import { Form, href } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Button, buttonClass } from '~/ui/form/button'
import { SelectField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { DataTable } from '~/ui/table'
import { readBooks } from '../read-books.server'
import type { Route } from './+types/books'

const address = href('/dashboard/admin/payments/books')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bokföring',
    description: 'Momsen för en period, och verifikaten till bokföringsprogrammet.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const asked = new URL(request.url).searchParams.get('period')
  return orAnswer(await readBooks(context.get(houseContext), signedIn, asked))
}

const sums = [
  { key: 'sales', label: 'Försäljning exkl. moms', align: 'right' },
  { key: 'vat', label: 'Moms', align: 'right' },
] as const

export default function BooksPage({ loaderData: books }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h2">Bokföring</h1>
      <p className="mt-2 text-lead text-soft">Det som är bokfört i {books.name}, efter dagen då det bokfördes.</p>
      <Form className="mt-6 grid items-end gap-4 sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start" key={books.code}>
        <SelectField name="period" label="Period" defaultValue={books.code} options={books.choices} />
        <Button type="submit" variant="secondary">
          Visa
        </Button>
      </Form>
      <Card as="section" aria-labelledby="moms" className="mt-8">
        <h2 id="moms" className="text-h3">
          Moms för {books.name}
        </h2>
        {!books.isOver && <p className="mt-2">Perioden är inte slut: siffrorna kan ändras.</p>}
        <div className="mt-4">
          <DataTable
            caption="Rutor i momsdeklarationen"
            columns={[
              { key: 'box', label: 'Ruta' },
              { key: 'label', label: 'Vad' },
              { key: 'sum', label: 'Hela kronor', align: 'right' },
            ]}
            rows={books.boxes}
          />
        </div>
        <p className="mt-4 text-small text-soft">
          Med ören: försäljning {books.sales} och utgående moms {books.vat}. Ören stryks i deklarationen. Det ni har
          köpt, och momsen på det (ruta 48), finns i ert bokföringsprogram och inte här.
        </p>
        {books.months.length > 1 && (
          <div className="mt-6">
            <DataTable
              caption="Månad för månad"
              columns={[{ key: 'month', label: 'Månad' }, ...sums]}
              rows={books.months}
            />
          </div>
        )}
      </Card>
      <Card as="section" aria-labelledby="verifikat" className="mt-6">
        <h2 id="verifikat" className="text-h3">
          Verifikat till bokföringsprogrammet
        </h2>
        <p className="mt-2">
          En fil i formatet SIE 4I, som de flesta svenska bokföringsprogram läser in. Läs in varje period en gång.
        </p>
        <div className="mt-5">
          <a
            href={href('/dashboard/admin/payments/books/:period/sie', { period: books.code })}
            download
            className={buttonClass({ variant: 'secondary' })}
          >
            <Icon name="download" />
            <span className="min-w-0">Hämta SIE-fil för {books.name}</span>
          </a>
        </div>
        <div className="mt-6">
          <DataTable
            caption="Konton"
            columns={[
              { key: 'account', label: 'Konto' },
              { key: 'sum', label: 'Debet minus kredit', align: 'right' },
            ]}
            rows={books.accounts}
            empty={<EmptyState title="Inget är bokfört i perioden" heading="h3" />}
          />
        </div>
      </Card>
    </>
  )
}

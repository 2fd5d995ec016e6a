import { href } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { formatDate } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { buttonClass } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { DataTable } from '~/ui/table'
import { formatSum } from '../../charge'
import { partInWords } from '../../patrols/part-words'
import { formatReference } from '../../reference'
import { readReceiptFor } from '../read-receipt.server'
import type { Route } from './+types/receipt'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: `Kvitto ${params.number}`,
    description: 'Ett kvitto.',
    path: href('/dashboard/receipts/:number', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  return orAnswer(await readReceiptFor(context.get(houseContext), signedIn, params.number))
}

const columns = [
  { key: 'text', label: 'Vad' },
  { key: 'net', label: 'Exkl. moms', align: 'right' },
  { key: 'vat', label: 'Moms 25 %', align: 'right' },
  { key: 'gross', label: 'Inkl. moms', align: 'right' },
] as const

export default function ReceiptPage({ loaderData: receipt }: Route.ComponentProps) {
  const { number, isCredit, seller, buyer } = receipt
  const title = isCredit ? 'Kreditkvitto' : 'Kvitto'
  return (
    <div className="max-w-3xl">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2">
          {title} {number}
        </h1>
        {receipt.paidOut !== null && (
          <Badge tone={receipt.paidOut ? 'spruce' : 'lamp'} icon={receipt.paidOut ? 'check' : 'clock'}>
            {receipt.paidOut ? 'Återbetalat' : 'Betalas tillbaka'}
          </Badge>
        )}
      </div>
      <p className="mt-5">
        <a
          href={href('/dashboard/receipts/:number/pdf', { number: String(number) })}
          className={buttonClass({ variant: 'secondary' })}
        >
          <Icon name="download" />
          Hämta som PDF
        </a>
      </p>
      <Card className="mt-6">
        <DescriptionList
          items={[
            { term: 'Datum', description: receipt.issued },
            {
              term: isCredit ? 'Återbetalas genom' : 'Betalt',
              description: isCredit ? receipt.method : `${formatDate(receipt.receivedOn)} med ${receipt.method}`,
            },
            { term: 'Betalningens nummer', description: formatReference(receipt.reference) },
            ...(receipt.credits ? [{ term: 'Krediterar kvitto', description: String(receipt.credits) }] : []),
            {
              term: 'Säljare',
              description: (
                <>
                  {seller.name}
                  <br />
                  {seller.address}
                  <br />
                  Org.nr {seller.orgNumber}
                  <br />
                  Momsreg.nr {seller.vatNumber}
                </>
              ),
            },
            ...(buyer
              ? [
                  {
                    term: 'Köpare',
                    description: (
                      <>
                        {buyer.name}
                        <br />
                        {buyer.address}
                        <br />
                        Org.nr {buyer.orgNumber}
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <Card className="mt-6">
        <DataTable
          caption="Vad kvittot gäller"
          captionHidden
          columns={columns}
          rows={[
            ...receipt.lines.map(({ text, net, vat, gross }, index) => ({
              id: index,
              text,
              net: formatSum(net),
              vat: formatSum(vat),
              gross: formatSum(gross),
            })),
            {
              id: 'sum',
              text: <strong>{isCredit ? 'Att få tillbaka' : 'Summa'}</strong>,
              net: <strong>{formatSum(receipt.net)}</strong>,
              vat: <strong>{formatSum(receipt.vat)}</strong>,
              gross: <strong>{formatSum(receipt.gross)}</strong>,
            },
          ]}
        />
        {receipt.patrols && <p className="mt-4">{partInWords(receipt.patrols)}</p>}
      </Card>
    </div>
  )
}

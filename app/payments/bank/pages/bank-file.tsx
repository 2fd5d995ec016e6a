import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused, formSent } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatDate, formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { DataTable } from '~/ui/table'
import { formatSum } from '../../charge'
import { bookedTitle, lettersOf } from '../../desk/booked-words'
import { formatReference } from '../../reference'
import { matchLabels } from '../bank-match'
import { bookBankFile, readMatches } from '../import-bank-file.server'
import type { Route } from './+types/bank-file'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bankens fil',
    description: 'Vad som stämmer och vad som inte gör det, innan något bokförs.',
    path: href('/dashboard/admin/payments/files/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const house = context.get(houseContext)
  const { file, rows } = orAnswer(await readMatches(house, signedIn, params.id))
  return {
    id: file.id,
    name: file.name,
    bookedAt: file.bookedAt && formatMomentSeen(file.bookedAt, house.clock.now()),
    matched: rows.filter(({ match }) => match === 'match'),
    before: rows.filter(({ match }) => match === 'paid before'),
    others: rows.filter(({ match }) => match !== 'match' && match !== 'paid before' && match !== 'went out'),
    out: rows.filter(({ match }) => match === 'went out').length,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['book-bank-file'])
  formSent({ 'book-bank-file': true }, values)
  const outcome = orAnswer(await bookBankFile(context.get(houseContext), signedIn, params.id))
  if (!outcome.ok) return answerRefused(values, outcome)
  const { booked } = outcome.value
  const notice =
    booked === 0
      ? { title: 'Inget nytt är bokfört', message: 'Betalningarna var redan bokförda.' }
      : { title: bookedTitle(booked), message: lettersOf(booked) }
  const to = href('/dashboard/admin/payments/files/:id', params)
  return redirectWithNotice(`${to}#top`, { tone: 'normal', ...notice })
}

type Row = Route.ComponentProps['loaderData']['matched'][number]

const columns = [
  { key: 'day', label: 'Dag' },
  { key: 'text', label: 'Vad banken skriver' },
  { key: 'charge', label: 'Betalning' },
  { key: 'sum', label: 'Belopp', align: 'right' },
] as const

const rowOf = ({ position, bookedOn, text, amount, match, charge }: Row) => ({
  id: position,
  day: bookedOn ? formatDate(bookedOn) : '–',
  text: <span className="text-small [overflow-wrap:anywhere]">{text || '–'}</span>,
  charge: (
    <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
      {charge && <span className="tabular inline-block">{formatReference(charge.reference)}</span>}
      {match !== 'match' && (
        <Badge tone={match === 'paid before' ? 'spruce' : 'lamp'} icon={match === 'paid before' ? 'check' : 'warning'}>
          {matchLabels[match]}
        </Badge>
      )}
      {match === 'wrong amount' && charge && <span className="text-small">Ska vara {formatSum(charge.gross)}</span>}
    </span>
  ),
  sum: amount === null ? '–' : formatSum(amount),
})

export default function BankFilePage({ loaderData: file, actionData }: Route.ComponentProps) {
  const total = file.matched.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/payments')}>Alla betalningar</Link>
      </p>
      <h1 className="mt-4 text-h2 [overflow-wrap:anywhere]">{file.name}</h1>
      {file.bookedAt && <p className="mt-2 text-soft">Bokfördes {file.bookedAt}. Raderna sparas i 90 dagar.</p>}
      <Card as="section" id="stammer" aria-labelledby="stammer-title" className="mt-8 scroll-mt-6">
        <h2 id="stammer-title" className="text-h3">
          {file.matched.length === 0 ? 'Inget nytt att bokföra' : `${file.matched.length} stämmer, ${formatSum(total)}`}
        </h2>
        {file.matched.length > 0 && (
          <>
            <IntentForm
              intent="book-bank-file"
              section="stammer"
              answer={actionData}
              className="mt-4"
              submit={{
                children:
                  file.matched.length === 1 ? 'Bokför betalningen' : `Bokför ${file.matched.length} betalningar`,
                busyText: 'Bokför...',
                icon: 'check',
              }}
            />
            <div className="mt-5">
              <DataTable caption="Rader som stämmer" captionHidden columns={columns} rows={file.matched.map(rowOf)} />
            </div>
          </>
        )}
      </Card>
      {file.before.length > 0 && (
        <Card as="section" aria-labelledby="bokfort" className="mt-6">
          <h2 id="bokfort" className="text-h3">
            Redan bokfört
          </h2>
          <p className="mt-2 text-soft">De här betalningarna är klara. Du behöver inte göra något.</p>
          <div className="mt-4">
            <DataTable caption="Redan bokfört" captionHidden columns={columns} rows={file.before.map(rowOf)} />
          </div>
        </Card>
      )}
      <Card as="section" aria-labelledby="ovrigt" className="mt-6">
        <h2 id="ovrigt" className="text-h3">
          Rader som inte bokförs
        </h2>
        <p className="mt-2 text-soft">
          {file.others.length > 0 && 'Titta på dem för hand. '}
          {file.out > 0 && 'Det som gick ut från kontot visas inte.'}
        </p>
        <div className="mt-4">
          <DataTable
            caption="Rader som inte bokförs"
            captionHidden
            columns={columns}
            rows={file.others.map(rowOf)}
            empty={<EmptyState title="Inga sådana rader" heading="h3" />}
          />
        </div>
      </Card>
    </>
  )
}

import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { DataTable } from '~/ui/table'
import type { CompanyMoney } from '../read-company-money.server'
import { CardAwaited, useIsCardAwaited } from './card-awaited'

type Props = { money: CompanyMoney; answer: FormAnswer | undefined }

/** A company's payments: what is open, how to pay it, and receipts. */
export function MoneySection({ money, answer }: Props) {
  const isCardAwaited = useIsCardAwaited(money.hasCard)
  return (
    <>
      <Card as="section" id="betala" aria-labelledby="betala-title" className="scroll-mt-6">
        <h2 id="betala-title" className="text-h3">
          Att betala
        </h2>
        {money.charges.length === 0 ? (
          <p className="mt-3 text-soft">Inget just nu.{money.next && ` ${money.next}`}</p>
        ) : (
          <ul className="mt-2 divide-y divide-line">
            {money.charges.map((charge) => (
              <li
                key={charge.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5 last:pb-0"
              >
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-semibold">{charge.title}</span>
                    {charge.isLate && (
                      <Badge tone="alarm" icon="warning">
                        Försenad
                      </Badge>
                    )}
                  </p>
                  <p className="mt-0.5">
                    <span className="tabular font-semibold">{charge.gross}</span>{' '}
                    <span className="text-soft">({charge.net} exkl. moms)</span>
                  </p>
                  <p className="text-small text-soft">
                    {charge.what}. {charge.due}. Nummer {charge.reference}
                  </p>
                </div>
                <ButtonLink
                  to={href('/dashboard/pay/:id', { id: charge.id })}
                  icon="coin"
                  aria-label={`Betala ${charge.title}, ${charge.gross}`}
                >
                  Betala
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
        {isCardAwaited && <CardAwaited what="om kortet" className="mt-5" />}
        {money.takesCards && !isCardAwaited && (
          <IntentForm
            intent={money.hasCard ? 'change-card' : 'subscribe-by-card'}
            section="betala"
            answer={answer}
            hidden={money.hasCard ? {} : { key: money.key }}
            className="mt-5"
            submit={{
              children: money.hasCard ? 'Hantera kortet' : 'Betala Bas med kort varje månad',
              busyText: 'Öppnar...',
              variant: 'secondary',
            }}
          />
        )}
      </Card>
      <Card as="section" aria-labelledby="kvitton" className="mt-6">
        <h2 id="kvitton" className="text-h3">
          Kvitton
        </h2>
        {money.receipts.length === 0 ? (
          <p className="mt-3 text-soft">Inga kvitton än. Det första kommer när en betalning har kommit in.</p>
        ) : (
          <div className="mt-4">
            <DataTable
              caption="Era kvitton"
              captionHidden
              columns={[
                { key: 'number', label: 'Kvitto' },
                { key: 'date', label: 'Datum' },
                { key: 'what', label: 'Vad' },
                { key: 'sum', label: 'Inkl. moms', align: 'right' },
              ]}
              rows={money.receipts.map(({ number, title, date, what, sum }) => ({
                id: number,
                number: <Link to={href('/dashboard/receipts/:number', { number: String(number) })}>{title}</Link>,
                date,
                what,
                sum,
              }))}
            />
          </div>
        )}
      </Card>
    </>
  )
}

import { href, Link, useLocation } from 'react-router'
import { eitherOf } from '~/companies/public'
import type { FormAnswer } from '~/door/parts/intent-form'
import { SwishCode } from '~/payments/public'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { Side } from '../../booking'
import { DeedForm } from '../../change/parts/deed-form'
import { paymentStates } from '../job-payment'
import type { PaymentView } from '../payment-view.server'

type Props = { id: string; side: Side; payment: PaymentView; answer: FormAnswer | undefined }

/** How a job is paid: the rule before it; afterwards what is owed, what each side has said, and the forms. */
export function PaymentCard({ id, side, payment, answer }: Props) {
  if (payment.isOver) return null
  const { isDone, state, dispute, may } = payment
  const isMember = side === 'member'
  const look = paymentStates[state]
  return (
    <Card as="section" id="betalning" aria-labelledby="betalning-rubrik" className="grid scroll-mt-6 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="betalning-rubrik" className="text-h4">
          Betalning
        </h2>
        {isDone ? (
          <Badge tone={look.tone} icon={look.icon}>
            {isMember && state === 'said by member' ? 'Noterad som betald' : look.label}
          </Badge>
        ) : null}
      </div>
      {isMember ? <MemberWords payment={payment} /> : <CompanyWords payment={payment} />}
      {payment.corrected ? <p className="text-small text-soft">{payment.corrected}</p> : null}
      {payment.said.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
      {payment.decision ? (
        <div className="border-line border-l-2 pl-4">
          <p className="font-semibold">Så har vi avgjort:</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{payment.decision}</p>
        </div>
      ) : null}
      {dispute ? (
        <div className="border-line border-l-2 pl-4">
          <p className="font-semibold wrap-anywhere">
            {dispute.who} sa {dispute.at} att ni inte är överens om betalningen.
          </p>
          {dispute.text ? <p className="mt-1 whitespace-pre-line wrap-anywhere">”{dispute.text}”</p> : null}
          <p className="mt-2 text-soft">Vi läser det och hör av oss till er båda.</p>
        </div>
      ) : null}
      {payment.swish ? <SwishCode swish={payment.swish} /> : null}
      <div className="flex flex-wrap gap-3">
        {may.includes('say paid') ? (
          <DeedForm intent="say-paid" id={id} icon="check" variant={isMember ? 'secondary' : 'primary'}>
            {isMember ? 'Jag har betalat' : 'Vi har fått betalt'}
          </DeedForm>
        ) : null}
        {may.includes('agree') ? (
          <DeedForm intent="agree" id={id} icon="check" variant="secondary">
            Vi är överens nu
          </DeedForm>
        ) : null}
      </div>
      {may.includes('dispute') ? (
        <DisputeForm id={id} answer={answer} otherSide={isMember ? 'företaget' : 'kunden'} />
      ) : null}
    </Card>
  )
}

function MemberWords({ payment: { isDone, state, rule, owed, ways, swish, reference } }: { payment: PaymentView }) {
  if (!isDone) return <p className="wrap-anywhere">{rule}</p>
  if (state !== 'to pay') return null
  const others = ways.filter((way) => way !== 'Swish')
  return (
    <p className="wrap-anywhere">
      <strong className="tabular">{owed}</strong> att betala. {rule}
      {swish && others.length > 0 ? ' Betalar du med Swish finns koden här.' : ''}
      {!swish && others.length > 0 ? ` Ange ${reference} om du betalar i efterhand.` : ''}
    </p>
  )
}

function CompanyWords({ payment: { isDone, state, owed, ways, reference } }: { payment: PaymentView }) {
  if (!isDone || state === 'to pay') {
    return (
      <>
        <p className="wrap-anywhere">
          <strong className="tabular">{owed}</strong>{' '}
          {ways.length > 0
            ? `betalar kunden till er när jobbet är gjort, med ${eitherOf(ways)}.`
            : 'betalar kunden till er när jobbet är gjort.'}
        </p>
        {isDone ? <p>Betalar kunden med Swish står {reference} som meddelande.</p> : null}
        {ways.length === 0 ? (
          <p>
            <Link to={href('/dashboard/provider/company/payment')} className="link">
              Säg hur ni tar betalt
            </Link>
            , så ser kunderna det innan de bokar.
          </p>
        ) : null}
      </>
    )
  }
  return <p className="tabular font-semibold">{owed}</p>
}

/** The form to open a dispute, folded away until needed. */
function DisputeForm({ id, answer, otherSide }: { id: string; answer: FormAnswer | undefined; otherSide: string }) {
  const { pathname } = useLocation()
  const own = answer?.intent === 'dispute' ? answer : undefined
  return (
    <details className="unfolds group" open={own ? true : undefined}>
      <summary className="link inline-flex min-h-12 cursor-pointer items-center font-semibold">
        Vi är inte överens om betalningen
      </summary>
      <Form action={`${pathname}#betalning`} refusal={own?.refusal} values={own?.values} className="mt-3 grid gap-4">
        <input type="hidden" name="intent" value="dispute" />
        <input type="hidden" name="id" value={id} />
        <TextArea
          name="dispute"
          label="Vad är ni inte överens om?"
          hint={`Prata gärna med ${otherSide} först. Det du skriver läser både de och vi, och vi ger er båda ett besked.`}
          rows={4}
          required
        />
        <div>
          <SubmitButton variant="secondary" busyText="Skickar...">
            Skicka till oss
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}

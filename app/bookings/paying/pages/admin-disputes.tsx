import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmptyState } from '~/ui/empty-state'
import { SelectField, TextArea, TextField } from '~/ui/form/field'
import { decideDispute } from '../decide-dispute.server'
import { correctionRule } from '../job-payment'
import { type DisputeShown, listDisputes } from '../list-disputes.server'
import type { Route } from './+types/admin-disputes'

const address = href('/dashboard/admin/disputes')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Oense om betalning',
    description: 'Jobb där kund och företag inte är överens om betalningen.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return { disputes: await listDisputes(context.get(houseContext), signedIn) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['decide'])
  const house = context.get(houseContext)
  return answerDeed(
    {
      decide: {
        does: () => decideDispute(house, signedIn, values),
        says: { title: 'Beskedet är skickat till båda' },
        to: address,
      },
    },
    { house, visitor: context.get(visitorContext), signedIn, values },
  )
}

export default function AdminDisputesPage({ loaderData: { disputes }, actionData }: Route.ComponentProps) {
  useLive('bookings')
  return (
    <>
      <h1 className="text-h2">Oense om betalning</h1>
      <p className="prose-width mt-2 text-lead text-soft">
        Kund och företag kommer inte överens om betalningen av ett jobb. Läs, ring dem om det behövs, och avgör med ett
        besked som båda får.
      </p>
      {disputes.length === 0 ? (
        <div className="mt-8">
          <EmptyState title="Alla är överens">Här står det när någon säger ifrån om en betalning.</EmptyState>
        </div>
      ) : (
        <ul className="mt-8 grid max-w-3xl gap-6">
          {disputes.map((dispute) => (
            <li key={dispute.id}>
              <Dispute dispute={dispute} answer={actionData?.values?.id === dispute.id ? actionData : undefined} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Dispute({ dispute, answer }: { dispute: DisputeShown; answer: FormAnswer | undefined }) {
  const section = `oense-${dispute.id}`
  return (
    <Card as="section" id={section} aria-labelledby={`${section}-title`} className="grid scroll-mt-6 gap-5">
      <h2 id={`${section}-title`} className="text-h3 wrap-anywhere">
        {dispute.title}, {dispute.day}
      </h2>
      <DescriptionList
        items={[
          {
            term: 'Företag',
            description: (
              <Link to={href('/dashboard/admin/companies/:id', { id: dispute.companyId })} className="link">
                {dispute.companyName}
              </Link>
            ),
          },
          { term: 'Kund', description: dispute.customerName },
          { term: 'Pris enligt bokningen', description: dispute.price },
          {
            term: `${dispute.by} skrev ${dispute.at}`,
            description: <span className="whitespace-pre-line wrap-anywhere">{dispute.text}</span>,
          },
          ...(dispute.said.length > 0 ? [{ term: 'Vad de har noterat', description: dispute.said.join(' ') }] : []),
        ]}
      />
      <IntentForm
        intent="decide"
        section={section}
        hidden={{ id: dispute.id }}
        answer={answer}
        submit={{ children: 'Avgör och skicka till båda', busyText: 'Skickar...' }}
      >
        <TextArea
          name="decision"
          label="Besked till båda"
          hint="Vad som gäller och varför. Båda får samma text."
          rows={4}
          required
        />
        <TextField
          name="price"
          label="Priset för jobbet"
          hint={`Som det var, eller lägre. ${correctionRule}`}
          inputMode="decimal"
          suffix="kr"
          defaultValue={dispute.written}
          className="max-w-80"
          required
        />
        <SelectField
          name="outcome"
          label="Vad är kvar att betala?"
          defaultValue=""
          options={[
            { value: '', label: 'Välj' },
            { value: 'settled', label: 'Inget, det är klart' },
            { value: 'to pay', label: 'Kunden ska betala priset' },
          ]}
          required
        />
      </IntentForm>
    </Card>
  )
}

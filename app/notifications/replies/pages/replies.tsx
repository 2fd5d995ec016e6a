import { href, Link } from 'react-router'
import { answerDeed, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { pageOf, readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPhone } from '~/shared/phone'
import { formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { TextField } from '~/ui/form/field'
import { Pager } from '~/ui/pager'
import { readReplies, type TakenAs } from '../inbound-store.server'
import { tryReply } from '../try-reply.server'
import type { Route } from './+types/replies'

const pageSize = 25

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Svar som kommit',
    description: 'SMS som någon har svarat med.',
    path: href('/dashboard/admin/outbox/replies'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  const { db, clock, sms } = context.get(houseContext)
  const now = clock.now()
  const before = readCursor(request)
  const { shown, next } = pageOf(await readReplies(db, before, pageSize + 1), pageSize)
  const replies = shown.map(({ id, sender, text, takenAs, receivedAt }) => ({
    id,
    sender: formatPhone(sender),
    text,
    takenAs,
    received: formatMomentSeen(receivedAt, now),
  }))
  return { replies, before, next, canTry: !sms.leavesTheHouse }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['try-reply'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const tried: Deed = {
    does: ({ house }) => tryReply(house, signedIn, values),
    says: { title: 'Svaret är taget emot' },
    to: href('/dashboard/admin/outbox/replies'),
  }
  return answerDeed({ 'try-reply': tried }, asked)
}

const takenAsLabels = {
  stop: 'Ville inte ha fler',
  alarm: 'Svar på larm',
  other: 'Läses av dig',
} as const satisfies Record<TakenAs, string>

export default function RepliesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { replies, before, next, canTry } = loaderData
  useLive('messages')
  const address = href('/dashboard/admin/outbox/replies')
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/outbox')}>Utkorgen</Link>
      </p>
      <h1 className="mt-4 text-h2">Svar som kommit</h1>
      <p className="prose-width mt-2 text-soft">
        SMS som någon har svarat med. STOP och svar på larm tas om hand av sig själva; resten är frågor till en
        människa.
      </p>
      {canTry && (
        <Card as="section" id="prova" aria-labelledby="prova-rubrik" className="mt-6 grid max-w-3xl scroll-mt-6 gap-5">
          <h2 id="prova-rubrik" className="text-h3">
            Prova ett svar
          </h2>
          <p className="text-soft">
            Ingen leverantör är inställd, så här kan du svara som om du hade telefonen: JA, NEJ, FRAMME och KLAR med
            larmets ord ur dess SMS, eller STOP.
          </p>
          <IntentForm
            intent="try-reply"
            section="prova"
            answer={actionData}
            submit={{ children: 'Svara', busyText: 'Svarar...', variant: 'secondary' }}
          >
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField name="from" label="Från numret" type="tel" inputMode="tel" required />
              <TextField name="text" label="Svar" maxLength={160} required />
            </div>
          </IntentForm>
        </Card>
      )}
      {replies.length === 0 && (
        <div className="mt-6">
          <EmptyState title="Inga svar ännu">När någon svarar på ett SMS syns det här.</EmptyState>
        </div>
      )}
      <ul className="mt-6 grid max-w-3xl gap-4">
        {replies.map(({ id, sender, text, takenAs, received }) => (
          <Card as="li" key={id}>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-h4">{sender}</h2>
              <Badge tone={takenAs === 'other' ? 'lamp' : 'neutral'}>{takenAsLabels[takenAs]}</Badge>
            </div>
            <p className="mt-1 text-small text-soft">{received}</p>
            <p className="mt-3 break-words whitespace-pre-line">{text}</p>
          </Card>
        ))}
      </ul>
      <Pager previous={before ? address : undefined} next={next && `${address}?before=${next}`} />
    </>
  )
}

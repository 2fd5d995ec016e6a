import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { idIn } from '~/platform/http/path-id.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { MessageState } from '../parts/message-state'
import { readMessageForAdmin } from '../read-message.server'
import { resendMessage } from '../resend-message.server'
import type { Route } from './+types/outbox-message'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.subject ?? 'Meddelande',
    description: 'Ett meddelande i utkorgen.',
    path: href('/dashboard/admin/outbox/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readMessageForAdmin(context.get(houseContext), signedIn, idIn(params)))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['resend'])
  const sent = orAnswer(await resendMessage(context.get(houseContext), signedIn, idIn(params)))
  if (!sent.ok) return answerRefused(values, sent)
  return redirectWithNotice(href('/dashboard/admin/outbox/:id', { id: sent.value.id }), {
    tone: 'normal',
    title: 'Meddelandet skickas igen',
  })
}

export default function OutboxMessagePage({ loaderData: message, actionData }: Route.ComponentProps) {
  const { subject, state, facts, text, html, hidesSecret, mayResend, waits } = message
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/outbox')}>Hela utkorgen</Link>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2 [overflow-wrap:anywhere]">{subject}</h1>
        <MessageState state={state} />
      </div>
      <div className="mt-8 grid max-w-3xl gap-6 *:min-w-0">
        <Card as="section" aria-labelledby="text" className="grid gap-4 *:min-w-0">
          <h2 id="text" className="text-h3">
            {html ? 'Som text' : 'Texten'}
          </h2>
          <p className="prose-width min-w-0 [overflow-wrap:anywhere] whitespace-pre-line">
            <Linked text={text} />
          </p>
          {hidesSecret && (
            <p className="text-small text-soft">
              Hemliga länkar och koder visas aldrig här. De sätts in när meddelandet skickas och sparas inte efteråt.
              Har det inte kommit fram får personen beställa ett nytt.
            </p>
          )}
        </Card>
        {html && (
          <Card as="section" aria-labelledby="utseende" className="grid gap-4 *:min-w-0">
            <h2 id="utseende" className="text-h3">
              Så ser mejlet ut
            </h2>
            {/* Sandboxed: no scripts run in it, and it cannot navigate this page. */}
            <iframe title="Mejlet som det ser ut" srcDoc={html} sandbox="" className="h-120 w-full rounded-control" />
          </Card>
        )}
        <Card as="section" id="igen" aria-labelledby="om" className="grid scroll-mt-6 gap-5">
          <h2 id="om" className="text-h3">
            Hur det gick
          </h2>
          <DescriptionList items={facts} className="[overflow-wrap:anywhere]" />
          {mayResend && (
            <IntentForm
              intent="resend"
              section="igen"
              answer={actionData}
              submit={{ children: waits ? 'Försök nu' : 'Skicka igen', busyText: 'Skickar...', variant: 'secondary' }}
            />
          )}
        </Card>
      </div>
    </>
  )
}

/** Turns the links in the text into anchors. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part) =>
    /^https?:/.test(part) ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}

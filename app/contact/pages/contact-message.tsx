import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { type Asked, answerDeed, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { idIn } from '~/platform/http/path-id.server'
import { readForm } from '~/platform/http/read-form.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { TextArea } from '~/ui/form/field'
import { answerMessage, closeMessage, reopenMessage, takeMessage } from '../handle-message.server'
import { readMessageForAdmin } from '../read-inbox.server'
import type { Route } from './+types/contact-message'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData ? `Fråga från ${loaderData.name}` : 'Meddelande',
    description: 'En fråga från kontaktformuläret.',
    path: href('/dashboard/admin/messages/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readMessageForAdmin(context.get(houseContext), signedIn, idIn(params)))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const deeds = deedsOf(idIn(params))
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

function deedsOf(id: string): Record<string, Deed> {
  const to = href('/dashboard/admin/messages/:id', { id })
  const does = (handle: (asked: Asked, id: string) => ReturnType<Deed['does']>) => (asked: Asked) => handle(asked, id)
  return {
    answer: { does: does(answerMessage), says: { title: 'Svaret är på väg' }, to },
    take: { does: does(takeMessage), says: { title: 'Frågan är din' }, to },
    close: { does: does(closeMessage), says: { title: 'Frågan är avslutad' }, to },
    reopen: { does: does(reopenMessage), says: { title: 'Frågan är öppen igen' }, to },
  }
}

export default function ContactMessagePage({ loaderData: message, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/messages')}>Alla meddelanden</Link>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2 [overflow-wrap:anywhere]">{message.name}</h1>
        <Badge tone={message.state === 'new' ? 'lamp' : 'neutral'}>{message.stateLabel}</Badge>
        <Badge tone="neutral">{message.interest}</Badge>
      </div>
      <p className="mt-2 text-soft [overflow-wrap:anywhere]">
        {message.email} · {message.written}
        {message.takenBy && ` · ${message.takenBy} har den`}
      </p>
      <div className="mt-6 grid max-w-3xl gap-6">
        <Card>
          <p className="break-words whitespace-pre-line">{message.message || 'Inget meddelande, bara en hälsning.'}</p>
        </Card>
        {message.answers.map(({ id, answer, by, when }) => (
          <Card key={id} tone="mist">
            <p className="text-small text-soft">
              {by} svarade {when}
            </p>
            <p className="mt-2 break-words whitespace-pre-line">{answer}</p>
          </Card>
        ))}
        <AnswerSection id="svar" formKey={message.key} answer={actionData} hasAnswer={message.answers.length > 0} />
        <div className="flex flex-wrap gap-3">
          {!message.isMine && (
            <IntentForm
              intent="take"
              section="top"
              answer={actionData}
              submit={{ children: 'Jag tar den', busyText: 'Tar...', variant: 'secondary' }}
            />
          )}
          {message.state === 'closed' ? (
            <IntentForm
              intent="reopen"
              section="top"
              answer={actionData}
              submit={{ children: 'Öppna igen', busyText: 'Öppnar...', variant: 'secondary' }}
            />
          ) : (
            <IntentForm
              intent="close"
              section="top"
              answer={actionData}
              submit={{ children: 'Avsluta', busyText: 'Avslutar...', variant: 'secondary', icon: 'check' }}
            />
          )}
        </div>
      </div>
    </>
  )
}

type AnswerProps = { id: string; formKey: string; answer: FormAnswer | undefined; hasAnswer: boolean }

function AnswerSection({ id, formKey, answer, hasAnswer }: AnswerProps) {
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <h2 id={`${id}-title`} className="text-h3">
        {hasAnswer ? 'Svara igen' : 'Svara'}
      </h2>
      <IntentForm
        intent="answer"
        section={id}
        answer={answer}
        hidden={{ key: formKey }}
        className="mt-4 grid gap-5"
        submit={{ children: 'Skicka svaret', busyText: 'Skickar...', icon: 'mail' }}
      >
        <TextArea
          name="answer"
          label="Ditt svar"
          hint="Skickas som mejl. Hälsningen och frågan läggs till."
          rows={6}
          required
        />
      </IntentForm>
    </Card>
  )
}

import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { idIn } from '~/platform/http/path-id.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { broadcastDeeds } from '../broadcast-deeds.server'
import { BroadcastProgress } from '../parts/broadcast-progress'
import { DecisionSection } from '../parts/decision-section'
import { SmsPreview } from '../parts/sms-preview'
import { StateBadge } from '../parts/state-badge'
import { readBroadcastForAdmin } from '../read-broadcasts.server'
import type { Route } from './+types/admin-broadcast'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Utskick',
    description: 'Ett SMS till ett kvarter, och hur det går med det.',
    path: href('/dashboard/admin/broadcasts/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readBroadcastForAdmin(context.get(houseContext), signedIn, idIn(params)))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const deeds = broadcastDeeds(idIn(params))
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

export default function AdminBroadcastPage({ loaderData: broadcast, actionData }: Route.ComponentProps) {
  const { kind, postcode, state, from, created, released, ended, sms, reason, history } = broadcast
  useLive('messages')
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/broadcasts')}>Alla utskick</Link>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2">
          {kind} till <span className="inline-block">{postcode}</span>
        </h1>
        <StateBadge state={state} />
      </div>
      <p className="mt-2 text-soft">
        Från {from}. Skrivet {created}
        {released && `, godkänt ${released}`}
        {ended && `, slut ${ended}`}.
      </p>
      <div className="mt-8 grid max-w-3xl gap-6 *:min-w-0">
        <Card as="section" aria-labelledby="text" className="grid gap-4">
          <h2 id="text" className="text-h3">
            Så ser SMS:et ut
          </h2>
          <SmsPreview text={sms} />
        </Card>
        {released && (
          <Card as="section" aria-labelledby="laget" className="grid gap-4">
            <h2 id="laget" className="text-h3">
              Så går det
            </h2>
            <BroadcastProgress broadcast={broadcast} />
          </Card>
        )}
        {reason && (
          <Card as="section" aria-labelledby="skal" tone="mist">
            <h2 id="skal" className="text-h4">
              Varför det avböjdes
            </h2>
            <p className="mt-2 break-words whitespace-pre-line">{reason}</p>
          </Card>
        )}
        <DecisionSection broadcast={broadcast} answer={actionData} />
        {history.length > 0 && (
          <Card as="section" aria-labelledby="historik">
            <h2 id="historik" className="text-h3">
              Historik
            </h2>
            <ol className="mt-3 divide-y divide-line">
              {history.map(({ id, what, who, when }) => (
                <li key={id} className="py-3">
                  <p className="font-semibold">{what}</p>
                  <p className="text-small text-soft">
                    {who} · {when}
                  </p>
                </li>
              ))}
            </ol>
          </Card>
        )}
      </div>
    </>
  )
}

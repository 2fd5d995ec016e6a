import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { SelectField } from '~/ui/form/field'
import { Pager } from '~/ui/pager'
import { ownBroadcastDeeds } from '../broadcast-deeds.server'
import { BroadcastFields } from '../parts/broadcast-fields'
import { BroadcastProgress } from '../parts/broadcast-progress'
import { SmsPreview } from '../parts/sms-preview'
import { StateBadge } from '../parts/state-badge'
import { listOwnBroadcasts } from '../read-broadcasts.server'
import type { Route } from './+types/own-broadcasts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'SMS till kvarteret',
    description: 'Be om att få skicka ett SMS till alla i kvarteret som har sagt ja.',
    path: href('/dashboard/provider/broadcasts'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const own = await listOwnBroadcasts(context.get(houseContext), signedIn, readCursor(request))
  return { ...own, key: randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, ['ask', 'stop'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(ownBroadcastDeeds(values.broadcast ?? ''), asked)
}

export default function OwnBroadcastsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { areas, companyName, reach, broadcasts, before, next, key } = loaderData
  useLive('messages')
  const address = href('/dashboard/provider/broadcasts')
  return (
    <>
      <h1 className="text-h2">SMS till kvarteret</h1>
      <p className="prose-width mt-2 text-soft">
        Ett kort SMS till alla i {areas.length === 1 ? areas[0]?.label : 'ett av era områden'} som har sagt ja. Vi läser
        varje utskick innan det går iväg.
      </p>
      {areas.length > 0 ? (
        <Card as="section" id="nytt" aria-labelledby="nytt-rubrik" className="mt-6 grid max-w-3xl scroll-mt-6 gap-5">
          <h2 id="nytt-rubrik" className="text-h3">
            Be om ett utskick
          </h2>
          <IntentForm
            intent="ask"
            section="nytt"
            answer={actionData}
            hidden={{ key: actionData?.values?.key ?? key }}
            submit={{ children: 'Be om godkännande', busyText: 'Skickar...' }}
          >
            {areas.length > 1 && (
              <SelectField name="postcode" label="Område" options={areas} placeholder="Välj område" required />
            )}
            {/* The key resets the form after a submission, but keeps what is being written when the list reloads. */}
            <BroadcastFields key={broadcasts[0]?.id} companyName={companyName} reach={reach} />
          </IntentForm>
        </Card>
      ) : (
        <div className="mt-6">
          <EmptyState
            title="För trygghets&shy;partners"
            action={
              <ButtonLink to={`${href('/')}#contact`} variant="secondary">
                Hör av er till oss
              </ButtonLink>
            }
          >
            När ni får larm kan ni skicka SMS till alla i kvarteret som har sagt ja.
          </EmptyState>
        </div>
      )}
      {broadcasts.length > 0 && (
        <section aria-labelledby="era" className="mt-10">
          <h2 id="era" className="text-h3">
            Era utskick
          </h2>
          <ul className="mt-4 grid max-w-3xl gap-4">
            {broadcasts.map((one) => (
              <Card as="li" key={one.id} id={one.id} className="grid scroll-mt-6 gap-4">
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <h3 className="text-h4">
                    {one.kind}, {one.created}
                  </h3>
                  <StateBadge state={one.state} />
                </div>
                <SmsPreview text={one.sms} />
                {one.reason && (
                  <p>
                    <strong>Varför det inte gick iväg:</strong> {one.reason}
                  </p>
                )}
                {one.released && <BroadcastProgress broadcast={one} />}
                {one.mayStop && (
                  <IntentForm
                    intent="stop"
                    section={one.id}
                    answer={actionData}
                    row={{ broadcast: one.id }}
                    submit={{ children: 'Stoppa utskicket', busyText: 'Stoppar...', variant: 'secondary' }}
                  />
                )}
              </Card>
            ))}
          </ul>
          <Pager previous={before ? address : undefined} next={next && `${address}?before=${next}`} />
        </section>
      )}
    </>
  )
}

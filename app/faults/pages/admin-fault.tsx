import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { faultDeeds } from '../fault-deeds.server'
import { FaultBadge } from '../parts/fault-badge'
import { readFault } from '../read-faults.server'
import type { Route } from './+types/admin-fault'

export function meta({ matches, params }: Route.MetaArgs) {
  const path = href('/dashboard/admin/faults/:id', params)
  return pageMeta(matches, { title: 'Ett fel', description: 'Vad som gått sönder, och var.', path, hidden: true })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readFault(context.get(houseContext), signedIn, params.id))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const sent = await readForm(request, faultDeeds)
  const values = { ...sent, id: params.id }
  return answerDeed(faultDeeds, {
    house: context.get(houseContext),
    visitor: context.get(visitorContext),
    signedIn,
    values,
  })
}

export default function AdminFaultPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, place, count, first, last, state, frames, requests, mended } = loaderData
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/faults')} className="inline-flex min-h-12 items-center">
          Alla fel
        </Link>
      </p>
      <h1 className="text-h2 wrap-anywhere">{kind}</h1>
      <p className="mt-3">
        <FaultBadge state={state} />
      </p>
      <Card className="mt-6 grid max-w-2xl gap-5">
        <DescriptionList
          items={[
            { term: 'Var', description: <span className="wrap-anywhere">{place}</span> },
            { term: 'Hur ofta', description: count === 1 ? 'En gång' : `${count} gånger` },
            { term: 'Först', description: first },
            { term: 'Senast', description: last },
            ...(mended ? [{ term: 'Markerat som rättat', description: mended }] : []),
          ]}
        />
        {state === 'mended' ? (
          <IntentForm
            intent="reopen-fault"
            section="lage"
            answer={actionData}
            submit={{ children: 'Ångra', busyText: 'Ändrar...', variant: 'secondary' }}
          />
        ) : (
          <IntentForm
            intent="mend-fault"
            section="lage"
            answer={actionData}
            submit={{ children: 'Rättat', busyText: 'Sparar...', variant: 'secondary', icon: 'check' }}
          />
        )}
      </Card>
      <section className="mt-8 max-w-2xl" aria-labelledby="rader">
        <h2 id="rader" className="text-h3">
          Var i koden, senast
        </h2>
        {frames.length === 0 ? (
          <p className="mt-3">Det sa felet inget om.</p>
        ) : (
          <ol className="mt-3 grid gap-1 text-small">
            {frames.map((frame) => (
              <li key={frame} className="wrap-anywhere">
                <code>{frame}</code>
              </li>
            ))}
          </ol>
        )}
      </section>
      <section className="mt-8 max-w-2xl" aria-labelledby="nummer">
        <h2 id="nummer" className="text-h3">
          De senaste numren
        </h2>
        {requests.length === 0 ? (
          <p className="mt-3">Det hände i bakgrunden, så ingen har fått något nummer.</p>
        ) : (
          <>
            <p className="mt-2 text-soft">Sök på ett av dem i loggen (requestId) för att se vad som hände runt det.</p>
            <ul className="mt-3 grid gap-1 text-small">
              {requests.map((request) => (
                <li key={request} className="wrap-anywhere">
                  <code>{request}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  )
}

import { data, href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerDeed, answerRefused, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatMomentSeen } from '~/shared/time'
import { Card } from '~/ui/card'
import { readOwnHook, removeHook, renewHookSecret, tryHook, turnHook } from '../hooks/own-hook.server'
import { DeliveryList } from '../parts/delivery-list'
import { HookStanding } from '../parts/hook-standing'
import { SecretShown } from '../parts/secret-shown'
import type { Route } from './+types/own-hook'

const list = href('/dashboard/provider/systems')

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Mottagare',
    description: 'Hur det har gått med det vi har skickat till ert system.',
    path: href('/dashboard/provider/systems/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return orAnswer(await readOwnHook(context.get(houseContext), signedIn, params.id))
}

function deedsAbout(id: string): Record<string, Deed> {
  const here = href('/dashboard/provider/systems/:id', { id })
  return {
    'try-hook': {
      does: ({ house, signedIn }) => tryHook(house, signedIn, { id }),
      says: { title: 'Provet är på väg', message: 'Ladda om sidan om en stund, så ser ni hur det gick.' },
      to: here,
    },
    'turn-hook': {
      does: ({ house, signedIn, values }) => turnHook(house, signedIn, { id, on: values.on ?? '' }),
      says: { title: 'Sparat' },
      to: here,
    },
    'remove-hook': {
      does: ({ house, signedIn }) => removeHook(house, signedIn, { id }),
      says: { title: 'Mottagaren är borttagen' },
      to: list,
    },
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const deeds = deedsAbout(params.id)
  const values = await readForm(request, [...Object.keys(deeds), 'renew-secret'])
  const house = context.get(houseContext)
  if (values.intent !== 'renew-secret') {
    return answerDeed(deeds, { house, visitor: context.get(visitorContext), signedIn, values })
  }
  const renewed = orAnswer(await renewHookSecret(house, signedIn, params))
  if (!renewed.ok) return answerRefused(values, renewed)
  // The secret is shown once, so the page must not be cached.
  return data({ intent: 'renew-secret', secret: renewed.value.secret }, { headers: { 'Cache-Control': 'no-store' } })
}

export default function OwnHookPage({ loaderData: { hook, deliveries, now }, actionData }: Route.ComponentProps) {
  const secret = actionData && 'secret' in actionData ? actionData.secret : null
  const answer = actionData && 'secret' in actionData ? undefined : actionData
  const forms = { section: 'top', answer } as const
  return (
    <>
      <p>
        <Link to={list} className="link inline-flex min-h-12 items-center">
          Egna system
        </Link>
      </p>
      <h1 className="text-h2">Mottagare</h1>
      <p className="mt-2 flex max-w-3xl flex-wrap items-center gap-3">
        <span className="min-w-0 wrap-anywhere">{hook.url}</span> <HookStanding hook={hook} />
      </p>
      {hook.endedAt ? (
        <p className="mt-5 max-w-3xl rounded-card bg-mist p-5">
          Ert system svarade 410 den {formatMomentSeen(hook.endedAt, now)}: det vill inte ha mer. Vi skickar inget dit.
          Ta bort mottagaren och lägg till den på nytt om det var ett misstag.
        </p>
      ) : (
        <div className="mt-5 flex flex-wrap gap-3">
          {hook.isOn ? (
            <IntentForm {...forms} intent="try-hook" submit={{ children: 'Skicka ett prov', busyText: 'Skickar...' }} />
          ) : null}
          <IntentForm
            {...forms}
            intent="turn-hook"
            hidden={{ on: hook.isOn ? 'no' : 'yes' }}
            submit={{ children: hook.isOn ? 'Stäng av' : 'Sätt på', busyText: 'Sparar...', variant: 'secondary' }}
          />
        </div>
      )}
      <Card as="section" aria-labelledby="skickat" className="mt-6 grid grid-cols-1 max-w-3xl gap-4">
        <h2 id="skickat" className="text-h3">
          Det senaste vi har skickat
        </h2>
        <DeliveryList deliveries={deliveries} />
      </Card>
      {hook.endedAt ? null : (
        <section id="byt-hemlighet" aria-labelledby="byt" className="mt-8 max-w-3xl scroll-mt-6">
          <h2 id="byt" className="text-h3">
            Byt hemlighet
          </h2>
          <p className="mt-2 mb-4 text-soft">
            Den nya visas en gång. I ett dygn signerar vi med båda, så att ni hinner byta utan att missa något.
            {hook.oldSecretUntil ? ` Den förra signerar till ${formatMomentSeen(hook.oldSecretUntil, now)}.` : ''}
          </p>
          {secret ? (
            <div className="mb-4">
              <SecretShown secret={secret} what="hook" />
            </div>
          ) : null}
          <IntentForm
            {...forms}
            section="byt-hemlighet"
            intent="renew-secret"
            submit={{ children: 'Byt hemlighet', busyText: 'Byter...', variant: 'secondary' }}
          />
        </section>
      )}
      <section aria-labelledby="ta-bort" className="mt-8 max-w-3xl">
        <h2 id="ta-bort" className="text-h3">
          Ta bort
        </h2>
        <p className="mt-2 mb-4 text-soft">Inget mer skickas dit, och listan här över försvinner.</p>
        <IntentForm
          {...forms}
          intent="remove-hook"
          submit={{ children: 'Ta bort mottagaren', busyText: 'Tar bort...', variant: 'quiet', icon: 'trash' }}
        />
      </section>
    </>
  )
}

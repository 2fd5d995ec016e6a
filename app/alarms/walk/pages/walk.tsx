import { randomUUID } from 'node:crypto'
import { href, Link } from 'react-router'
import { answerDeed, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatClock } from '~/shared/time'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { endWalk } from '../end-walk.server'
import { extendWalk } from '../extend-walk.server'
import { OpenWalk } from '../parts/open-walk'
import { StartForm } from '../parts/start-form'
import { shareWalk } from '../place-walk.server'
import { readWalkPage, startWalk } from '../start-walk.server'
import type { Route } from './+types/walk'

export const handle = { night: true }

const address = href('/dashboard/customer/safety/walk')

const deeds: Record<string, Deed> = {
  start: {
    does: ({ house, signedIn, values }) => startWalk(house, signedIn, values),
    says: { title: 'Vi följer dig hem', message: 'Tryck ”Hemma” när du är framme.' },
    to: address,
  },
  home: {
    does: ({ house, signedIn }) => endWalk(house, signedIn, 'home'),
    says: { title: 'Skönt att du är hemma' },
    to: address,
  },
  cancel: {
    does: ({ house, signedIn }) => endWalk(house, signedIn, 'cancelled'),
    says: { title: 'Vi följer dig inte längre' },
    to: address,
  },
  extend: {
    does: ({ house, signedIn, values }) => extendWalk(house, signedIn, values),
    says: { title: 'Tiden är ändrad' },
    to: address,
  },
  share: {
    does: ({ house, signedIn }) => shareWalk(house, signedIn, true),
    says: { title: 'Platsen skickas medan sidan är öppen' },
    to: address,
  },
  hide: {
    does: ({ house, signedIn }) => shareWalk(house, signedIn, false),
    says: { title: 'Platsen skickas inte längre', message: 'Den som var skickad är glömd.' },
    to: address,
  },
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Följ mig hem',
    description: 'Säg när du är hemma, så larmar vi om du inte kommer.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return { ...(await readWalkPage(context.get(houseContext), signedIn)), formKey: randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

export default function WalkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { walk, ended, whyNot, formKey } = loaderData
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
      <Link to={href('/dashboard/customer/safety')} className="link inline-flex min-h-12 items-center gap-2">
        <Icon name="arrow-left" /> Trygghetslarm
      </Link>
      <h1 className="text-h1">Följ mig hem</h1>
      {walk ? (
        <OpenWalk walk={walk} answer={actionData} />
      ) : (
        <>
          {ended?.state === 'raised' ? <Raised at={ended.endedAt} /> : null}
          {ended?.state === 'home' ? <p className="text-lead">Senast kom du hem som du skulle.</p> : null}
          {whyNot ? (
            <p className="flex items-start gap-3 rounded-card bg-mist p-5">
              <Icon name="warning" className="mt-[0.2em] shrink-0 text-lamp-ink" />
              <span>{whyNot}</span>
            </p>
          ) : (
            <StartForm formKey={formKey} answer={actionData} />
          )}
        </>
      )}
    </div>
  )
}

function Raised({ at }: { at: Date | null }) {
  return (
    <section className="rounded-card bg-alarm p-5 text-on-alarm">
      <h2 className="text-h3">Larmet gick{at ? ` kl. ${formatClock(at)}` : ''}</h2>
      <p className="mt-1">Du hade inte sagt att du var hemma. Är du trygg, säg det, så blåser du av larmet.</p>
      <ButtonLink to={href('/dashboard/customer/safety')} size="large" variant="secondary" className="mt-4 w-full">
        Öppna larmet
      </ButtonLink>
    </section>
  )
}

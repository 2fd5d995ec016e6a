import { randomUUID } from 'node:crypto'
import { href, Link } from 'react-router'
import { readCallStanding, requireOwnCompany } from '~/companies/public.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { LampScene } from '~/pictures/scenes'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { postcodesInText } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { whyNotReached } from '../../guard'
import { readOwnGuards } from '../own-guards-store.server'
import { GuardRow } from '../parts/guard-row'
import type { Route } from './+types/own-guards'
import { listDeeds } from './guard-deeds.server'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Väktare',
    description: 'Vilka som får larmen, och vilka som går att nå just nu.',
    path: href('/dashboard/provider/guards'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db, clock } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  const now = clock.now()
  const standing = await readCallStanding(db, company.id, now)
  const guards = standing.isPartner ? await readOwnGuards(db, company.id) : []
  const shown = guards.map((guard) => ({ ...guard, shownPhone: guard.phone && formatPhone(guard.phone) }))
  // An idempotency key: a form that is sent twice adds one guard.
  return { ...standing, guards: shown, now, newId: randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, listDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(listDeeds, asked)
}

export default function OwnGuardsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('patrols')
  const { isPartner, whyNotCalled, asksForName, areas, guards, now, newId } = loaderData
  if (!isPartner) return <NotPartner />
  const isCalled = whyNotCalled === null
  const reached = guards.filter((guard) => whyNotReached(guard, isCalled, now).length === 0).length
  return (
    <>
      <h1 className="text-h2">Väktare</h1>
      <p className="mt-3 prose-width text-soft">{reachedText(reached, guards.length)}</p>
      {areas.length > 0 && (
        <p className="mt-3 prose-width text-soft">
          Ni larmas i {postcodesInText(areas)}. Områdena bestäms av oss och följer tillståndet, inte er adress.{' '}
          <Link to={`${href('/')}#contact`} className="link">
            Hör av er till oss
          </Link>{' '}
          om de ska ändras.
        </p>
      )}
      {whyNotCalled && (
        <p className="mt-6 flex max-w-3xl items-start gap-3 rounded-card bg-mist p-5">
          <Icon name="warning" className="mt-[0.2em] shrink-0 text-alarm-text" />
          <span>
            <strong>Ni får inga larm just nu.</strong> {whyNotCalled}{' '}
            {asksForName &&
              'Ni har bett om ett annat namn eller nummer, och den som larmar ska veta vem som kommer. Vi hör av oss när vi har tittat på det. '}
            Ni kan ändå lägga upp era väktare så länge.
          </span>
        </p>
      )}
      {guards.length > 0 && (
        <ul className="mt-6 grid grid-cols-1 max-w-3xl gap-4">
          {guards.map((guard) => (
            <GuardRow key={guard.id} guard={guard} isCalled={isCalled} now={now} />
          ))}
        </ul>
      )}
      <Card as="section" id="lagg-till" aria-labelledby="add" className="mt-8 max-w-3xl scroll-mt-6">
        <h2 id="add" className="text-h3">
          Lägg till en väktare
        </h2>
        <p className="mt-2 mb-5 text-soft">
          Väktaren får en egen länk som SMS och behöver inget konto. När länken öppnas är numret bekräftat.
        </p>
        <IntentForm
          intent="add-guard"
          section="lagg-till"
          answer={actionData}
          hidden={{ id: newId }}
          submit={{ children: 'Lägg till och skicka länken', busyText: 'Lägger till...', icon: 'plus' }}
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField name="name" label="Namn" autoComplete="off" maxLength={200} required />
            <TextField name="phone" label="Mobilnummer" type="tel" autoComplete="off" required />
          </div>
        </IntentForm>
      </Card>
      <p className="mt-6">
        <Link to={href('/dashboard/provider/shifts')} className="link inline-flex min-h-12 items-center">
          Era pass i kvarteret
        </Link>
      </p>
      <p>
        <Link to={href('/dashboard/provider/centre')} className="link inline-flex min-h-12 items-center">
          Er larmcentral
        </Link>
      </p>
    </>
  )
}

function reachedText(reached: number, all: number): string {
  if (all === 0) return 'Lägg till dem som ska få larmen. Den som är i tjänst får dem direkt i telefonen.'
  if (reached === 0) return 'Ingen av era väktare nås av ett larm just nu.'
  return reached === 1 ? 'En av era väktare nås av ett larm just nu.' : `${reached} av ${all} nås av ett larm just nu.`
}

function NotPartner() {
  return (
    <>
      <h1 className="mb-6 text-h2">Väktare</h1>
      <EmptyState
        picture={<LampScene />}
        title="För bevaknings&shy;företag"
        action={
          <ButtonLink to={`${href('/')}#contact`} variant="secondary">
            Hör av er till oss
          </ButtonLink>
        }
      >
        Väktare kan läggas upp av företag med tillstånd för bevakning som vi har sett, vilket paket de än har. Det är de
        som får kvarterets larm och går ronderna.
      </EmptyState>
    </>
  )
}

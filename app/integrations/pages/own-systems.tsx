import { randomUUID } from 'node:crypto'
import { data, href, Link } from 'react-router'
import { answerDeed, answerRefused, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { LampScene } from '~/pictures/scenes'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { TextField } from '~/ui/form/field'
import { makeHook } from '../hooks/own-hook.server'
import { makeKey, takeKeyBack } from '../keys/own-keys.server'
import { HookList } from '../parts/hook-list'
import { KeyForm } from '../parts/key-form'
import { KeyList } from '../parts/key-list'
import { SecretShown } from '../parts/secret-shown'
import { readOwnSystems } from '../read-own-systems.server'
import type { Route } from './+types/own-systems'

const address = href('/dashboard/provider/systems')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Egna system',
    description: 'Nycklar och mottagare för företagets egna system.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const systems = await readOwnSystems(context.get(houseContext), signedIn)
  // Idempotency keys: a form that is sent twice creates one.
  return { systems, newKey: randomUUID(), newHook: randomUUID() }
}

const deeds: Record<string, Deed> = {
  'take-key-back': {
    does: ({ house, signedIn, values }) => takeKeyBack(house, signedIn, values),
    says: { title: 'Nyckeln är tillbakatagen', message: 'Den öppnar ingenting längre.' },
    to: address,
    section: 'nycklar',
  },
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, [...Object.keys(deeds), 'make-key', 'make-hook'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const { intent = '' } = values
  if (intent !== 'make-key' && intent !== 'make-hook') return answerDeed(deeds, asked)
  const made = intent === 'make-key' ? await makeKey(asked) : await makeHook(asked.house, signedIn, values)
  if (!made.ok) return answerRefused(values, made)
  // The secret is shown once, so the page must not be cached.
  return data({ intent, secret: made.value.secret }, { headers: { 'Cache-Control': 'no-store' } })
}

export default function OwnSystemsPage({ loaderData: { systems, newKey, newHook }, actionData }: Route.ComponentProps) {
  if (!systems) return <NotPartner />
  const made = actionData && 'secret' in actionData ? actionData : null
  const answer = actionData && 'secret' in actionData ? undefined : actionData
  return (
    <>
      <h1 className="text-h2">Egna system</h1>
      <p className="mt-3 prose-width text-soft">
        Låt ert eget ledningssystem ta emot larm och svara på dem. Namn, ord och plats skickas aldrig dit: dem läser ni
        på larmets sida. <Link to={href('/api')}>Så fungerar det, för den som bygger</Link>
      </p>
      <Card
        as="section"
        id="nycklar"
        aria-labelledby="nycklar-titel"
        className="mt-6 grid grid-cols-1 max-w-3xl scroll-mt-6 gap-5"
      >
        <h2 id="nycklar-titel" className="text-h3">
          Nycklar
        </h2>
        {made?.intent === 'make-key' ? <SecretShown secret={made.secret} what="key" /> : null}
        <KeyList keys={systems.keys} now={systems.now} answer={answer} />
        <KeyForm id={newKey} postcodes={systems.postcodes} isFresh={systems.isFresh} answer={answer} />
      </Card>
      <Card
        as="section"
        id="mottagare"
        aria-labelledby="mottagare-titel"
        className="mt-8 grid grid-cols-1 max-w-3xl scroll-mt-6 gap-5"
      >
        <h2 id="mottagare-titel" className="text-h3">
          Mottagare
        </h2>
        <p className="text-soft">När något händer med ett larm som når er skickar vi det dit, signerat.</p>
        {made?.intent === 'make-hook' ? <SecretShown secret={made.secret} what="hook" /> : null}
        <HookList hooks={systems.hooks} />
        <IntentForm
          intent="make-hook"
          section="mottagare"
          answer={answer}
          hidden={{ id: newHook }}
          submit={{ children: 'Lägg till mottagaren', busyText: 'Lägger till...', icon: 'plus' }}
          className="border-line border-t pt-5"
        >
          <TextField
            name="url"
            label="Adress till ert system"
            hint="Den behöver börja med https:// och gå att nå från internet."
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            required
          />
        </IntentForm>
      </Card>
    </>
  )
}

function NotPartner() {
  return (
    <>
      <h1 className="mb-6 text-h2">Egna system</h1>
      <EmptyState picture={<LampScene />} title="För bevaknings&shy;företag">
        Det är för företag som tar emot kvarterets larm och har ett eget system för dem.
      </EmptyState>
    </>
  )
}

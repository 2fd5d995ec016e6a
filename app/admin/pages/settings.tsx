import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { setPatrolShare } from '~/payments/public.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/form/field'
import { readSettingsForAdmin } from '../read-settings.server'
import { removeBanner, saveBanner } from '../save-banner.server'
import type { Route } from './+types/settings'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Inställningar',
    description: 'Vad som är inställt, och vad det gör.',
    path: href('/dashboard/admin/settings'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return readSettingsForAdmin(context.get(houseContext), signedIn)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['show-banner', 'remove-banner', 'set-patrol-share'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const to = href('/dashboard/admin/settings')
  return answerDeed(
    {
      'show-banner': { does: saveBanner, says: { title: 'Meddelandet visas för alla som är inloggade' }, to },
      'remove-banner': { does: removeBanner, says: { title: 'Meddelandet är borttaget' }, to },
      'set-patrol-share': { does: setPatrolShare, says: { title: 'Andelen gäller från och med nu' }, to },
    },
    asked,
  )
}

const elsewhere = [
  {
    to: href('/dashboard/admin/alarms/policies'),
    what: 'Larmplaner',
    effect: 'Hur snabbt ett larm går vidare, per postnummer.',
  },
  {
    to: href('/dashboard/admin/postcodes'),
    what: 'Postnummer',
    effect: 'Vilka områden som är öppna, och vilka som är grannar.',
  },
  { to: href('/dashboard/admin/users'), what: 'Användare', effect: 'Roller, spärrar och fria månader.' },
]

export default function SettingsPage({
  loaderData: { banner, patrolPercent, providers },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h2">Inställningar</h1>
      <div className="mt-8 grid max-w-3xl gap-6">
        <Card as="section" id="meddelande" aria-labelledby="meddelande-title" className="scroll-mt-6">
          <h2 id="meddelande-title" className="text-h3">
            Meddelande till alla
          </h2>
          <p className="mt-2 text-soft">Står överst för alla som är inloggade, tills tiden är ute.</p>
          {banner && (
            <div className="mt-4 grid gap-4 rounded-control bg-mist p-4">
              <p>
                ”{banner.text}” visas till {banner.until}.
              </p>
              <IntentForm
                intent="remove-banner"
                section="meddelande"
                answer={actionData}
                submit={{ children: 'Ta bort', busyText: 'Tar bort...', variant: 'secondary' }}
              />
            </div>
          )}
          <IntentForm
            intent="show-banner"
            section="meddelande"
            answer={actionData}
            className="mt-4 grid gap-5"
            submit={{ children: 'Visa', busyText: 'Sparar...' }}
          >
            <TextField name="text" label="Vad ska alla få veta?" maxLength={300} required />
            <TextField
              name="hours"
              label="Under hur många timmar?"
              inputMode="numeric"
              defaultValue="24"
              maxLength={3}
              required
            />
          </IntentForm>
        </Card>
        <Card as="section" id="ronder" aria-labelledby="ronder-title" className="scroll-mt-6">
          <h2 id="ronder-title" className="text-h3">
            Del till ronderna
          </h2>
          <p className="mt-2 text-soft">
            Så mycket av varje paket, räknat utan moms, sätts av till dem som går ronderna i postnumret när det betalas.
            Det står på kvittot och visas för alla. Det som redan är betalt ändras inte.
          </p>
          <IntentForm
            intent="set-patrol-share"
            section="ronder"
            answer={actionData}
            className="mt-4 grid gap-5"
            submit={{ children: 'Spara', busyText: 'Sparar...' }}
          >
            <TextField
              name="percent"
              label="Andel av priset"
              inputMode="numeric"
              suffix="%"
              defaultValue={String(patrolPercent)}
              maxLength={3}
              className="max-w-64"
              required
            />
          </IntentForm>
        </Card>
        <Card as="section" aria-labelledby="vagar-title">
          <h2 id="vagar-title" className="text-h3">
            Vägar ut
          </h2>
          <p className="mt-2 text-soft">Ställs in i miljön när produkten startar. Nycklar visas aldrig här.</p>
          <ul className="mt-3 divide-y divide-line">
            {providers.map(({ name, isReal, effect }) => (
              <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span>
                  <strong className="block">{name}</strong>
                  {effect}
                </span>
                <Badge tone={isReal ? 'spruce' : 'lamp'} icon={isReal ? 'check' : 'info'}>
                  {isReal ? 'Inkopplad' : 'Bara här'}
                </Badge>
              </li>
            ))}
          </ul>
        </Card>
        <Card as="section" aria-labelledby="annat-title">
          <h2 id="annat-title" className="text-h3">
            Ställs in på andra sidor
          </h2>
          <ul className="mt-3 divide-y divide-line">
            {elsewhere.map(({ to, what, effect }) => (
              <li key={to} className="py-3">
                <Link to={to}>{what}</Link>
                <p className="text-soft">{effect}</p>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}

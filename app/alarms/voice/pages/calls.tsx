import { Form, href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLook } from '~/live/public'
import { pageOf, readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPostcode } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Button } from '~/ui/form/button'
import { Pager } from '~/ui/pager'
import { deliveryStateLabels } from '../../alarm'
import { LineState } from '../../parts/line-state'
import { useAlarmNews } from '../../parts/use-alarm-news'
import { recordings } from '../recordings'
import { canTryCalls, heardAs, tryCall } from '../try-call.server'
import { readCalls } from '../voice-store.server'
import type { Route } from './+types/calls'

const pageSize = 25
const address = href('/dashboard/admin/outbox/calls')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Samtal',
    description: 'Telefoner som har ringts upp.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  const house = context.get(houseContext)
  const before = readCursor(request)
  const { shown, next } = pageOf(await readCalls(house.db, before, pageSize + 1), pageSize)
  const calls = shown.map(({ phone, postcode, createdAt, ...call }) => ({
    ...call,
    phone: phone ? formatPhone(phone) : '',
    area: formatPostcode(postcode),
    begun: formatMomentSeen(createdAt, house.clock.now()),
  }))
  return { calls, before, next, staysHere: !house.voice.leavesTheHouse, canTry: canTryCalls(house) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['try-call'])
  const tried = await tryCall(context.get(houseContext), signedIn, values)
  // Redirects to the top: the form may be gone once the call has ended.
  return redirectWithNotice(
    `${address}#top`,
    tried.ok
      ? { tone: 'normal', title: 'Telefonen har svarat', message: heardAs(tried.value) }
      : { tone: 'destructive', title: tried.title, message: tried.message },
  )
}

const digits = { 1: 'tog larmet', 3: 'kan inte' } as const

export default function CallsPage({ loaderData }: Route.ComponentProps) {
  const { calls, before, next, staysHere, canTry } = loaderData
  const look = useLook({ keepsAnswers: true })
  const hasLine = useAlarmNews('person', () => void look())
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/outbox')}>Utkorgen</Link>
      </p>
      <h1 className="mt-4 text-h2">Samtal</h1>
      <LineState hasLine={hasLine} className="mt-3" />
      <p className="prose-width mt-2 text-soft">
        {staysHere
          ? canTry
            ? 'Ingen telefon rings upp härifrån förrän en leverantör är inställd. Här står vilka som skulle ha ringts.'
            : 'Ingen telefon rings upp: ingen leverantör av samtal är inställd.'
          : 'Telefoner som har ringts upp om larm. Bara en tryckt siffra är ett svar; en telefonsvarare lyfter också på luren.'}
      </p>
      <Card as="section" aria-labelledby="hors" className="mt-6 grid max-w-3xl gap-3">
        <h2 id="hors" className="text-h4">
          Det här hörs
        </h2>
        <p>{recordings.alarm}</p>
        {/* biome-ignore lint/a11y/useMediaCaption: its words stand just above it. */}
        <audio controls preload="none" src="/recordings/alarm.mp3" className="w-full" />
      </Card>
      {calls.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="Inga samtal än">
            {staysHere && !canTry
              ? 'Väktarna larmas på de andra sätten.'
              : 'När ett larm inte tas rings väktarna i tjänst upp.'}
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-6 grid max-w-3xl gap-4">
          {calls.map((call) => (
            <Card as="li" key={call.id} className="grid gap-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold">
                  {call.name}, {call.phone}
                </span>
                <Badge tone={call.state === 'delivered' ? 'spruce' : call.state === 'failed' ? 'alarm' : 'lamp'}>
                  {call.state === 'sending' ? 'Ringer' : deliveryStateLabels[call.state]}
                </Badge>
                {call.isTest ? <Badge tone="neutral">Test</Badge> : null}
              </p>
              <p className="text-soft">
                <Link to={href('/dashboard/admin/alarms/:id', { id: call.alarmId })}>Larm i {call.area}</Link>,{' '}
                {call.begun}
                {call.digit ? `: tryckte ${call.digit}, ${digits[call.digit]}` : call.reason ? `: ${call.reason}` : ''}
              </p>
              {canTry && call.state === 'sending' ? <Phone id={call.id} name={call.name} /> : null}
            </Card>
          ))}
        </ul>
      )}
      <Pager previous={before ? address : undefined} next={next && `${address}?before=${next}`} />
    </>
  )
}

const keys = [
  { does: 'one', label: 'Tryck 1' },
  { does: 'two', label: 'Tryck 2' },
  { does: 'three', label: 'Tryck 3' },
  { does: 'five', label: 'Tryck fel' },
  { does: 'machine', label: 'Telefonsvarare' },
  { does: 'busy', label: 'Upptaget' },
] as const

/** Answers in place of a phone, where no phone rings. */
function Phone({ id, name }: { id: string; name: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="try-call" />
      <input type="hidden" name="id" value={id} />
      <fieldset>
        <legend className="mb-2 text-small text-soft">Svara som om du hade telefonen</legend>
        <div className="flex flex-wrap gap-2">
          {keys.map(({ does, label }) => (
            <Button
              key={does}
              name="does"
              value={does}
              size="small"
              variant={does === 'one' ? 'primary' : 'secondary'}
              aria-label={`${label}: ${name}`}
            >
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
    </Form>
  )
}

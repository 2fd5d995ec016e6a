import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { LampScene } from '~/pictures/scenes'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPostcode } from '~/postcodes/public'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { ErrorSummary } from '~/ui/form/error-summary'
import { Icon } from '~/ui/marks/icon'
import { Pager } from '~/ui/pager'
import { PastShifts } from '../parts/past-shifts'
import { PatrolTabs } from '../parts/patrol-tabs'
import { ShiftButton } from '../parts/shift-button'
import { readPartnerShifts } from '../read-shifts.server'
import { shiftStates } from '../shift'
import { partnerDeeds } from '../shift-deeds.server'
import { capital, formatHours, formatShiftDay, nearDay } from '../shift-words'
import type { Route } from './+types/partner-shifts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Våra pass',
    description: 'Passen i kvarteret: era, de lediga och de som har gåtts.',
    path: href('/dashboard/provider/shifts'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return readPartnerShifts(context.get(houseContext), signedIn, readCursor(request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, partnerDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(partnerDeeds, asked)
}

export default function PartnerShiftsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('patrols')
  const { now, areas, isPartner, whyNotCalled, toCome, free, others, past, next, isLater } = loaderData
  const path = href('/dashboard/provider/shifts')
  return (
    <>
      <h1 className="text-h2">Ronder</h1>
      <PatrolTabs current="shifts" />
      {actionData?.refusal && (
        <div className="mt-6 max-w-3xl">
          <ErrorSummary refusal={actionData.refusal} fieldId={(name) => name} />
        </div>
      )}
      {isPartner && whyNotCalled && (
        <p className="mt-6 flex max-w-3xl items-start gap-3 rounded-card bg-mist p-5">
          <Icon name="warning" className="mt-[0.2em] shrink-0 text-alarm-text" />
          <span>
            <strong>Ni kan inte gå pass just nu.</strong> {whyNotCalled}
          </span>
        </p>
      )}
      {!isPartner && past.length === 0 && <NotPartner />}
      {isPartner && !isLater && <ToCome toCome={toCome} now={now} areas={areas} />}
      {!isLater && free.length > 0 && <Free free={free} now={now} areas={areas} canTake={whyNotCalled === null} />}
      {!isLater && others.length > 0 && (
        <section aria-labelledby="others" className="mt-10 max-w-3xl">
          <h2 id="others" className="text-h3">
            Andras pass
          </h2>
          <ul className="mt-4 grid">
            {others.map((shift) => (
              <li key={shift.id} className="flex flex-wrap justify-between gap-x-6 border-line border-b py-2">
                <span>{capital(nearDay(shift, now))}</span>
                <span className="text-soft">
                  {formatHours(shift)}
                  {elsewhere(shift, areas)}, {shift.companyName}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {past.length > 0 && (
        <section aria-labelledby="past" className="mt-10 max-w-3xl">
          <h2 id="past" className="text-h3">
            Tidigare pass
          </h2>
          <PastShifts shifts={past} />
          <Pager previous={isLater ? path : undefined} next={next && `${path}?before=${next}`} />
        </section>
      )}
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type Listed = Loaded['toCome']

/** The postcode, shown only if the partner has several areas or the shift is outside its only one. */
function elsewhere({ postcode }: { postcode: string }, areas: string[]): string {
  return areas.length === 1 && areas[0] === postcode ? '' : `, ${formatPostcode(postcode)}`
}

function ToCome({ toCome, now, areas }: { toCome: Listed; now: Date; areas: string[] }) {
  return (
    <section aria-labelledby="own" className="mt-8 max-w-3xl">
      <h2 id="own" className="text-h3">
        Era pass
      </h2>
      {toCome.length === 0 ? (
        <p className="mt-3 text-soft">Ni har inga pass framöver.</p>
      ) : (
        <Card className="mt-4 py-2 sm:py-3">
          <ul className="divide-y divide-line">
            {toCome.map((shift) => {
              const { label, ...look } = shiftStates[shift.state]
              return (
                <li key={shift.id} className={row}>
                  <div className="min-w-0">
                    <h3 className="text-body font-semibold">{capital(nearDay(shift, now))}</h3>
                    <p className="tabular text-soft">
                      {formatHours(shift)}
                      {elsewhere(shift, areas)}
                      {shift.sponsorStops > 0 && `, ${shift.sponsorStops} extra stopp`}
                      {shift.guardName && `, ${shift.guardName}`}
                    </p>
                  </div>
                  {shift.state === 'planned' ? (
                    <ShiftButton
                      intent="hand-back"
                      shift={shift.id}
                      label={`Lämna tillbaka ${formatShiftDay(shift.day)}${elsewhere(shift, areas)}`}
                    >
                      Lämna tillbaka
                    </ShiftButton>
                  ) : (
                    <Badge {...look}>{label}</Badge>
                  )}
                </li>
              )
            })}
          </ul>
        </Card>
      )}
    </section>
  )
}

const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3'

function Free({ free, now, areas, canTake }: { free: Listed; now: Date; areas: string[]; canTake: boolean }) {
  return (
    <section id="lediga" aria-labelledby="free" className="mt-10 max-w-3xl scroll-mt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="free" className="text-h3">
          Lediga pass
        </h2>
        {canTake && (
          <IntentForm
            intent="take-all"
            section="lediga"
            answer={undefined}
            submit={{ children: 'Ta alla lediga pass', variant: 'secondary', busyText: 'Tar passen...' }}
          />
        )}
      </div>
      <Card className="mt-4 py-2 sm:py-3">
        <ul className="divide-y divide-line">
          {free.map((shift) => (
            <li key={shift.id} className={row}>
              <div>
                <h3 className="text-body font-semibold">{capital(nearDay(shift, now))}</h3>
                <p className="tabular text-soft">
                  {formatHours(shift)}
                  {elsewhere(shift, areas)}
                </p>
              </div>
              {canTake && (
                <ShiftButton
                  intent="take-shift"
                  shift={shift.id}
                  variant="secondary"
                  label={`Ta passet ${formatShiftDay(shift.day)}${elsewhere(shift, areas)}`}
                >
                  Ta passet
                </ShiftButton>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function NotPartner() {
  return (
    <div className="mt-6">
      <EmptyState
        picture={<LampScene />}
        title="För bevaknings&shy;företag"
        action={
          <ButtonLink to={href('/dashboard/provider/patrols')} variant="secondary">
            Stopp hos oss
          </ButtonLink>
        }
      >
        Ronderna går företag med tillstånd för bevakning som vi har sett, vilket paket de än har.
      </EmptyState>
    </div>
  )
}

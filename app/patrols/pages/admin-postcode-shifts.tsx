import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { areaName, formatPostcode } from '~/postcodes/public'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { SelectField } from '~/ui/form/field'
import { Pager } from '~/ui/pager'
import { PastShifts } from '../parts/past-shifts'
import { PayOut } from '../parts/pay-out'
import { readMoneyToPayOut } from '../patrol-money.server'
import { readPostcodeShifts } from '../read-shifts.server'
import { shiftStates } from '../shift'
import { adminDeeds } from '../shift-deeds.server'
import { capital, formatHours, nearDay } from '../shift-words'
import type { Route } from './+types/admin-postcode-shifts'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: `Ronder i ${formatPostcode(params.code)}`,
    description: 'Passen i ett postnummer, vem som har dem och vad som gjordes.',
    path: href('/dashboard/admin/patrols/:code', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const house = context.get(houseContext)
  const shifts = orAnswer(await readPostcodeShifts(house, signedIn, params.code, readCursor(request)))
  return { ...shifts, money: await readMoneyToPayOut(house, signedIn, params.code) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const deeds = adminDeeds(params.code)
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

export default function AdminPostcodeShiftsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('patrols')
  const { now, postcode, partners, toCome, past, next, isLater, money } = loaderData
  const path = href('/dashboard/admin/patrols/:code', { code: postcode.code })
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/patrols')} className="link inline-flex min-h-12 items-center">
          Alla postnummer
        </Link>
      </p>
      <h1 className="text-h2">{areaName(postcode.code, postcode)}</h1>
      {!isLater && (
        <section aria-labelledby="coming" className="mt-6">
          <h2 id="coming" className="text-h3">
            Kommande pass
          </h2>
          {toCome.length === 0 && <p className="mt-3 text-soft">Inga pass är planerade här.</p>}
          <ul className="mt-4 grid gap-4 xl:grid-cols-2">
            {toCome.map((shift) => {
              const { label, ...look } = shiftStates[shift.state]
              return (
                <Card as="li" key={shift.id} id={`pass-${shift.day}`} className="grid scroll-mt-6 gap-4">
                  <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
                    <div>
                      <h3 className="text-h4">{capital(nearDay(shift, now))}</h3>
                      <p className="tabular text-soft">
                        {formatHours(shift)}
                        {shift.sponsorStops > 0 && `, ${shift.sponsorStops} extra stopp`}
                        {shift.guardName && `, ${shift.guardName}`}
                      </p>
                    </div>
                    <Badge {...look}>{label}</Badge>
                  </div>
                  {shift.spans.length === 0 ? (
                    <IntentForm
                      intent="assign-shift"
                      section={`pass-${shift.day}`}
                      answer={actionData?.values.shift === shift.id ? actionData : undefined}
                      hidden={{ shift: shift.id }}
                      submit={{ children: 'Spara', busyText: 'Sparar...', variant: 'secondary' }}
                      className="grid items-end gap-4 sm:grid-cols-[1fr_auto]"
                    >
                      <SelectField
                        name="company"
                        label="Företag"
                        defaultValue={shift.companyId ?? ''}
                        options={[{ value: '', label: 'Ingen' }, ...choices(partners, shift)]}
                      />
                    </IntentForm>
                  ) : (
                    <p>{shift.companyName}</p>
                  )}
                </Card>
              )
            })}
          </ul>
        </section>
      )}
      {!isLater && <PayOut money={money} partners={partners} answer={actionData} />}
      <section aria-labelledby="past" className="mt-10 max-w-3xl">
        <h2 id="past" className="text-h3">
          Tidigare pass
        </h2>
        {past.length === 0 ? (
          <p className="mt-3 text-soft">Inga pass har gått här än.</p>
        ) : (
          <PastShifts shifts={past} withCompany />
        )}
        <Pager previous={isLater ? path : undefined} next={next && `${path}?before=${next}`} />
      </section>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** The present partner is always among the choices, even if it could not be assigned the shift today. */
function choices(partners: Loaded['partners'], { companyId, companyName }: Loaded['toCome'][number]) {
  const all = partners.map(({ id, name, isHere }) => ({ value: id, label: isHere ? name : `${name}, grannområde` }))
  const hasOwn = companyId === null || all.some(({ value }) => value === companyId)
  return hasOwn ? all : [{ value: companyId, label: companyName ?? '' }, ...all]
}

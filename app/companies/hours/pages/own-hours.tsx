import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { TextField } from '~/ui/form/field'
import { hoursDeeds } from '../../company-deeds.server'
import { requireOwnCompany } from '../../own-company.server'
import { CompanyTabs } from '../../parts/company-tabs'
import { PortalSection } from '../../parts/portal-section'
import { readOpeningHours, readOwnClosedDays } from '../hours-store.server'
import { localTime } from '../local-time.server'
import { weekValues } from '../opening-hours-form'
import { ClosedDaysSection } from '../parts/closed-days-section'
import { HolidaysSection } from '../parts/holidays-section'
import { WeekFields } from '../parts/week-fields'
import { holidaysShown } from '../plan-closed-days.server'
import type { Route } from './+types/own-hours'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Öppettider',
    description: 'När ni tar jobb, och när ni är stängda.',
    path: href('/dashboard/provider/company/hours'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db, clock } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  const today = localTime(clock.now()).day
  const [week, closedDays] = await Promise.all([
    readOpeningHours(db, company.id),
    readOwnClosedDays(db, company.id, today),
  ])
  return { company, today, week: weekValues(week), closedDays, holidays: holidaysShown(today, closedDays) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, hoursDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(hoursDeeds, asked)
}

export default function OwnHoursPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, today, week, closedDays, holidays } = loaderData
  return (
    <>
      <CompanyTabs company={company} current="Tider" />
      <PortalSection
        id="oppettider"
        title="Öppettider"
        lead="Då kan grannarna boka er. Lämna en dag tom om ni har stängt."
      >
        <IntentForm
          intent="save-hours"
          section="oppettider"
          answer={actionData}
          submit={{ children: 'Spara öppettiderna', busyText: 'Sparar...' }}
        >
          <WeekFields values={week} />
        </IntentForm>
      </PortalSection>
      <HolidaysSection holidays={holidays} answer={actionData} />
      <ClosedDaysSection closedDays={closedDays} today={today} answer={actionData} />
      <PortalSection
        id="samtidigt"
        title="Jobb på samma gång"
        lead="Är ni två som kan åka ut var för sig, skriv 2. Så många bokningar kan ligga på samma tid."
      >
        <IntentForm
          intent="save-capacity"
          section="samtidigt"
          answer={actionData}
          submit={{ children: 'Spara', variant: 'secondary' }}
        >
          <TextField
            name="capacity"
            label="Antal jobb"
            inputMode="numeric"
            defaultValue={company.capacity}
            className="max-w-32"
            required
          />
        </IntentForm>
      </PortalSection>
    </>
  )
}

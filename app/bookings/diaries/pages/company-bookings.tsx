import { href, useNavigation } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { namesOf } from '~/shared/chosen'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink, buttonClass } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { Pager } from '~/ui/pager'
import { LoadingText } from '~/ui/skeleton'
import { LinkTabs } from '~/ui/tabs'
import { answerBookingForm, companyFailure, companyForms } from '../../change/pages/booking-deeds.server'
import { TodaysJobs } from '../../week/parts/todays-jobs'
import { askedAddress, type ProviderList, providerLists } from '../diary-lists'
import { CompanyBookingCard } from '../parts/company-booking-card'
import { CompanyViews } from '../parts/company-views'
import { readCompanyDiary } from '../read-company-diary.server'
import type { Route } from './+types/company-bookings'

const address = href('/dashboard/provider/bookings')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bokningar',
    description: 'Det grannarna har bokat hos er.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return readCompanyDiary(context.get(houseContext), signedIn, new URL(request.url).searchParams)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, companyForms)
  const asked = { house: context.get(houseContext), signedIn, values }
  return answerBookingForm(companyForms, asked, address + new URL(request.url).search, companyFailure)
}

export default function CompanyBookingsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('bookings')
  const { list, bookings, next, isLater, pending, day, today, unfinished } = loaderData
  const navigation = useNavigation()
  const isLoading = navigation.location?.pathname === address && navigation.formMethod !== 'POST'
  const isFront = list === 'all' && !isLater
  const tabs = namesOf(providerLists).map((key) => ({
    to: askedAddress(address, providerLists[key]),
    label: key === 'pending' && pending > 0 ? `${providerLists[key].label} (${pending})` : providerLists[key].label,
    current: key === list,
  }))
  return (
    <>
      <CompanyViews current="Lista" />
      {isFront ? <TodaysJobs day={day} jobs={today} /> : null}
      {unfinished.length > 0 ? (
        <section aria-labelledby="avsluta" className="mt-10">
          <h2 id="avsluta" className="text-h3">
            Blev de gjorda?
          </h2>
          <p className="mt-1 text-soft">De här jobben har varit. Markera dem, så räknas de in i era intäkter.</p>
          <ul className="mt-4 grid max-w-3xl gap-4">
            {unfinished.map((booking) => (
              <li key={booking.id}>
                <CompanyBookingCard booking={booking} answer={actionData} heading="h3" />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <LinkTabs label="Vilka bokningar" className="mt-10 max-w-4xl" tabs={tabs} />
      <div aria-live="polite">{isLoading ? <LoadingText>Laddar bokningar...</LoadingText> : null}</div>
      <div className="mt-5 max-w-3xl transition-opacity duration-150 aria-busy:opacity-50" aria-busy={isLoading}>
        {bookings.length === 0 ? (
          <Nothing list={list} />
        ) : (
          <ul className="grid gap-4">
            {bookings.map((booking) => (
              <li key={booking.id}>
                <CompanyBookingCard booking={booking} answer={actionData} />
              </li>
            ))}
          </ul>
        )}
        <Pager
          previous={isLater ? askedAddress(address, providerLists[list]) : null}
          next={next && askedAddress(address, providerLists[list], next)}
          label="Fler bokningar"
        />
      </div>
      <p className="mt-10">
        <a
          href={href('/dashboard/provider/bookings/export')}
          download
          className={buttonClass({ variant: 'secondary' })}
        >
          <Icon name="download" />
          Hämta alla som CSV
        </a>
      </p>
    </>
  )
}

const nothing = {
  all: 'När någon bokar er syns det här, och ni får ett mejl.',
  pending: 'Ingen väntar på svar just nu.',
  confirmed: 'Inga bekräftade jobb just nu.',
  completed: 'När ni har gjort ett jobb markerar ni det, så samlas de här.',
  cancelled: 'Ingen har avbokat.',
  past: 'Det som har varit samlas här.',
} as const satisfies Record<ProviderList, string>

function Nothing({ list }: { list: ProviderList }) {
  return (
    <EmptyState
      picture={<EmptyStreet />}
      title="Inga bokningar"
      action={
        list === 'all' ? (
          <ButtonLink to={href('/dashboard/provider/services')} variant="secondary">
            Se era tjänster
          </ButtonLink>
        ) : undefined
      }
    >
      {nothing[list]}
    </EmptyState>
  )
}

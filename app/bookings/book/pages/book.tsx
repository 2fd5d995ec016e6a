import { data, href, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPostcode } from '~/postcodes/public'
import { keptValues } from '~/shared/form'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { Pager } from '~/ui/pager'
import { LoadingText } from '~/ui/skeleton'
import { KeptCompanies } from '../../favourites/parts/kept-companies'
import { bookAddress, readBookSearch } from '../book-address'
import { BookFilter } from '../parts/book-filter'
import { ConfirmBooking } from '../parts/confirm-booking'
import { ServiceChoice } from '../parts/service-choice'
import { readBookPage } from '../read-book-page.server'
import { messages } from '../refusal-words'
import { requestBooking } from '../request-booking.server'
import type { Route } from './+types/book'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Boka tjänst',
    description: 'Boka ett företag i ditt kvarter.',
    path: href('/dashboard/customer/book'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const search = readBookSearch(new URL(request.url).searchParams)
  return { search, page: await readBookPage(context.get(houseContext), signedIn, search) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request)
  const requested = await requestBooking(context.get(houseContext), signedIn, values)
  if (!requested.ok) return data({ refusal: requested, values: keptValues(values) }, 422)
  // The booking's own page says that the request has been sent, and still does after a reload.
  return redirect(href('/dashboard/customer/bookings/:id', requested.value))
}

/** Revalidates also after a refusal, which usually means that the times on the page are stale. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === 'POST' || defaultShouldRevalidate
}

export default function BookPage({ loaderData: { search, page }, actionData }: Route.ComponentProps) {
  const { chosen, services, postcode } = page
  const navigation = useNavigation()
  const asked = navigation.state === 'loading' && !navigation.formMethod ? navigation.location : null
  const isLoading = asked?.pathname === href('/dashboard/customer/book') && !asked.search.includes('day=')
  const isFiltered = Boolean(search.text || search.category)
  if (!postcode) {
    return (
      <>
        <h1 className="text-h2">Boka tjänst</h1>
        <div role="alert" className="mt-8">
          <EmptyState
            title={messages.noPostcode.title}
            action={<ButtonLink to={href('/dashboard/account')}>Till din profil</ButtonLink>}
          >
            {messages.noPostcode.message}
          </EmptyState>
        </div>
      </>
    )
  }
  return (
    <>
      <h1 className="text-h2">Boka tjänst</h1>
      <p className="mt-2 text-lead text-soft">
        Företag i {formatPostcode(postcode)}. Välj en tjänst, så ser du när de kan.
      </p>
      {page.isGone && (
        <p role="status" className="mt-6 rounded-card bg-mist p-5">
          {messages.gone}
        </p>
      )}
      {chosen && (
        <div className="mt-6">
          <ConfirmBooking key={chosen.service.id} page={page} chosen={chosen} search={search} answer={actionData} />
        </div>
      )}
      {/* On a phone the page shows only the chosen service; the list of the others is one link away. */}
      <div className={chosen ? 'mt-12 max-lg:hidden' : 'mt-6'}>
        <BookFilter search={search} offered={page.categories} />
        <KeptCompanies companies={page.favourites} />
        <section
          id="tjanster"
          aria-label="Tjänster"
          aria-busy={isLoading}
          className="mt-6 transition-opacity duration-150 aria-busy:opacity-60"
        >
          <div aria-live="polite">{isLoading && <LoadingText>Laddar tjänster...</LoadingText>}</div>
          {services.length === 0 && <NoServices isFiltered={isFiltered} postcode={postcode} />}
          <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {services.map((service) => (
              <li key={service.id} className="flex">
                <ServiceChoice
                  service={service}
                  hasDiscount={page.hasDiscount}
                  isChosen={chosen?.service.id === service.id}
                  to={`${bookAddress({ ...search, service: service.id, also: [], day: null })}#boka`}
                />
              </li>
            ))}
          </ul>
          <Pager
            previous={search.after && bookAddress({ ...search, after: null })}
            next={page.next && bookAddress({ ...search, after: page.next })}
            label="Fler tjänster"
          />
        </section>
      </div>
    </>
  )
}

function NoServices({ isFiltered, postcode }: { isFiltered: boolean; postcode: string }) {
  if (isFiltered) {
    return (
      <EmptyState
        picture={<EmptyStreet />}
        title="Inga tjänster hittades"
        action={
          <ButtonLink to={bookAddress({})} variant="secondary">
            Visa alla tjänster
          </ButtonLink>
        }
      >
        Prova ett annat ord eller en annan kategori.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={<EmptyStreet />}
      title="Inga tjänster tillgängliga"
      action={
        <ButtonLink to={href('/dashboard/customer/ambassador')} variant="secondary">
          Tipsa ett företag
        </ButtonLink>
      }
    >
      Inga tjänster är registrerade i ditt område ({postcode}) ännu.
    </EmptyState>
  )
}

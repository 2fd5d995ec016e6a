import { href, useNavigation } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { namesOf } from '~/shared/chosen'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { Pager } from '~/ui/pager'
import { LoadingText } from '~/ui/skeleton'
import { LinkTabs } from '~/ui/tabs'
import { askedAddress, type MemberList, memberLists } from '../diary-lists'
import { MyBookingCard } from '../parts/my-booking-card'
import { readMemberDiary } from '../read-member-diary.server'
import type { Route } from './+types/my-bookings'

const address = href('/dashboard/customer/bookings')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Mina bokningar',
    description: 'Det du har bokat i kvarteret.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return readMemberDiary(context.get(houseContext), signedIn, new URL(request.url).searchParams)
}

export default function MyBookingsPage({ loaderData: { list, bookings, next, isLater } }: Route.ComponentProps) {
  useLive('bookings')
  const { location } = useNavigation()
  const isLoading = location?.pathname === address
  const keys = namesOf(memberLists)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h2">Mina bokningar</h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={href('/dashboard/customer/book')} icon="plus">
            Boka tjänst
          </ButtonLink>
          <ButtonLink to={href('/dashboard/customer/bookings/calendar')} variant="secondary" icon="calendar">
            Följ i din kalender
          </ButtonLink>
          <ButtonLink to={href('/dashboard/customer/waiting')} variant="secondary" icon="clock">
            Väntelista
          </ButtonLink>
        </div>
      </div>
      <LinkTabs
        label="Vilka bokningar"
        className="mt-6 max-w-2xl"
        tabs={keys.map((key) => ({
          to: askedAddress(address, memberLists[key]),
          label: memberLists[key].label,
          current: key === list,
        }))}
      />
      {isLoading ? (
        <div className="mt-4">
          <LoadingText>Laddar dina bokningar...</LoadingText>
        </div>
      ) : null}
      <div className="transition-opacity duration-150 aria-busy:opacity-50" aria-busy={isLoading}>
        {bookings.length === 0 ? (
          <Nothing list={list} />
        ) : (
          <section className="mt-8" aria-labelledby="lista">
            <h2 id="lista" className="text-h3">
              {list === 'all' ? 'Alla, de nyaste först' : memberLists[list].label}
            </h2>
            <ul className="mt-4 grid max-w-3xl gap-4">
              {bookings.map((booking) => (
                <li key={booking.id}>
                  <MyBookingCard booking={booking} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <Pager
        previous={isLater ? askedAddress(address, memberLists[list]) : null}
        next={next && askedAddress(address, memberLists[list], next)}
        label="Fler bokningar"
      />
    </>
  )
}

function Nothing({ list }: { list: MemberList }) {
  const isAll = list === 'all'
  return (
    <div className="mt-6 max-w-3xl">
      <EmptyState
        picture={<EmptyStreet />}
        title="Inga bokningar"
        action={<ButtonLink to={href('/dashboard/customer/book')}>Boka tjänst</ButtonLink>}
      >
        {isAll
          ? 'När du har bokat något i kvarteret syns det här, med tid, pris och svar från företaget.'
          : 'Inget att visa här just nu. Boka en tjänst när du behöver hjälp med något.'}
      </EmptyState>
    </div>
  )
}

import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { memberFeedDeeds } from '../feed-deeds.server'
import { readFeedAddress } from '../follow-calendar.server'
import { FeedSection, type FeedWords } from '../parts/feed-section'
import type { Route } from './+types/my-calendar'

const address = href('/dashboard/customer/bookings/calendar')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bokningar i din kalender',
    description: 'Dina bokningar i din egen kalender.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return { feed: await readFeedAddress(context.get(houseContext), signedIn) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, memberFeedDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(memberFeedDeeds, asked)
}

export default function MyCalendarPage({ loaderData: { feed }, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={href('/dashboard/customer/bookings')} className="link inline-flex min-h-12 items-center">
          Alla mina bokningar
        </Link>
      </p>
      <h1 className="text-h2">Bokningar i din kalender</h1>
      <p className="mt-3 prose-width text-lead text-soft">
        Din egen kalender kan följa dina bokningar. Nya tider, ändringar och avbokningar kommer dit av sig själva.
      </p>
      <FeedSection feed={feed} answer={actionData} words={words} />
    </>
  )
}

const words: FeedWords = {
  title: 'Din länk',
  secret: 'Den är hemlig: den som har den kan läsa var och när du har bokat något.',
  none: 'Du har ingen länk än. Den som har länken kan läsa var och när du har bokat något, så ge den inte till andra.',
  taken: 'Ingen kalender får veta något mer. Det som redan står i din kalender kan stå kvar tills du tar bort det.',
}

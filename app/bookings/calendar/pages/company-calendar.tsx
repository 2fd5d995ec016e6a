import { href } from 'react-router'
import { BusySection } from '~/companies/public'
import { busyDeeds, readBusyShown } from '~/companies/public.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { CompanyViews } from '../../diaries/parts/company-views'
import { companyFeedDeeds } from '../feed-deeds.server'
import { readFeedAddress } from '../follow-calendar.server'
import { FeedSection, type FeedWords } from '../parts/feed-section'
import type { Route } from './+types/company-calendar'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Er kalender',
    description: 'Bokningarna i er egen kalender, och dess upptagna tider här.',
    path: href('/dashboard/provider/bookings/calendar'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const house = context.get(houseContext)
  return { calendar: await readBusyShown(house, signedIn), feed: await readFeedAddress(house, signedIn) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, { ...busyDeeds, ...companyFeedDeeds })
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed({ ...busyDeeds, ...companyFeedDeeds }, asked)
}

const words: FeedWords = {
  title: 'Bokningarna i er telefon',
  secret: 'Länken är hemlig: den som har den kan läsa när ni har bokningar och på vad. Vem och var står bara här.',
  none: 'Er egen kalender kan följa bokningarna. Nya tider, ändringar och avbokningar kommer dit av sig själva. Den som har länken kan läsa när ni har bokningar och på vad, så ge den inte till andra.',
  taken: 'Ingen kalender får veta något mer. Det som redan står i er kalender kan stå kvar tills ni tar bort det.',
}

export default function CompanyCalendarPage({ loaderData: { calendar, feed }, actionData }: Route.ComponentProps) {
  return (
    <>
      <CompanyViews current="Kalender" />
      <FeedSection feed={feed} answer={actionData} words={words} />
      <BusySection calendar={calendar} answer={actionData} />
    </>
  )
}

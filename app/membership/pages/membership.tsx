import { href, redirect } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerDeed, answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { openCardPortal, subscribeByCard } from '~/payments/public.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { chosen } from '~/shared/chosen'
import { returnToMembership } from '../course/change-course.server'
import { membershipDeeds } from '../membership-deeds.server'
import { LeavingSection } from '../parts/leaving-section'
import { MembershipState } from '../parts/membership-state'
import { HistorySection, ReceiptSection } from '../parts/past-section'
import { PaymentSection } from '../parts/payment-section'
import { readOwnMembership } from '../read-own-membership.server'
import type { Route } from './+types/membership'

const address = href('/dashboard/customer/membership')

/** Actions that redirect to the card provider's pages. */
const leadAway = { 'subscribe-by-card': subscribeByCard, 'change-card': openCardPortal }

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Medlemskap',
    description: 'Ditt medlemskap, nästa betalning och dina kvitton.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return readOwnMembership(context.get(houseContext), signedIn)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, ['return', ...Object.keys(leadAway), ...Object.keys(membershipDeeds)])
  const house = context.get(houseContext)
  const asked = { house, visitor: context.get(visitorContext), signedIn, values }
  if (values.intent === 'return') {
    const done = await returnToMembership(house, signedIn)
    if (!done.ok) return answerRefused(values, done)
    const { payAt } = done.value
    if (payAt) return redirect(href('/dashboard/pay/:id', { id: payAt }))
    return redirectWithNotice(`${address}#top`, {
      tone: 'normal',
      title: 'Välkommen tillbaka',
      message: 'Du är medlem igen.',
    })
  }
  const open = chosen(leadAway, values.intent)
  if (open) {
    const opened = orAnswer(await open(house, signedIn, values))
    return opened.ok ? redirect(opened.value.url, 303) : answerRefused(values, opened)
  }
  return answerDeed(membershipDeeds, asked)
}

export default function MembershipPage({ loaderData: membership, actionData }: Route.ComponentProps) {
  useLive('payments')
  return (
    <>
      <h1 className="text-h2">Medlemskap</h1>
      <div className="mt-8 grid gap-6">
        <MembershipState membership={membership} answer={actionData} />
        {!membership.isEnded && <PaymentSection membership={membership} answer={actionData} />}
        <ReceiptSection membership={membership} />
        <HistorySection membership={membership} />
        {!membership.isEnded && <LeavingSection membership={membership} />}
      </div>
    </>
  )
}

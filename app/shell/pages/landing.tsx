import { data, href } from 'react-router'
import { saveContactMessage } from '~/contact/public.server'
import { originOf, pageMeta } from '~/door/page-meta'
import { organisationData } from '~/door/seo'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { environmentStatistics } from '~/savings/public'
import { PILOT_AREA, PRODUCT_NAME } from '~/shared/product'
import { About } from '../parts/landing/about'
import { Ambassadors } from '../parts/landing/ambassadors'
import { Contact } from '../parts/landing/contact'
import { Environment } from '../parts/landing/environment'
import { Hero } from '../parts/landing/hero'
import { Packages } from '../parts/landing/packages'
import { Safety } from '../parts/landing/safety'
import { Services } from '../parts/landing/services'
import type { Route } from './+types/landing'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Trygghet först – i ditt kvarter',
      description: `${PRODUCT_NAME} i ${PILOT_AREA}: väktare på kvällsrunda, trygghetslarm och lokala företag med 10 % rabatt. 39\u00a0kr i månaden, gratis i 30 dagar.`,
      path: href('/'),
    }),
    { 'script:ld+json': organisationData(originOf(matches)) },
  ]
}

export function loader({ request, context }: Route.LoaderArgs) {
  // The request id is the idempotency key of the contact form: a repeated submission is the same message.
  const isThanked = new URL(request.url).searchParams.has('tack')
  return { key: context.get(visitorContext).requestId, environment: environmentStatistics(), isThanked }
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request, ['contact'])
  const saved = await saveContactMessage(context.get(houseContext), context.get(visitorContext), values)
  if (!saved.ok) return data({ refusal: saved, values }, 422)
  const message = 'Vi återkommer till dig inom kort.'
  return redirectWithNotice(`${href('/')}?tack#contact`, { tone: 'normal', title: 'Tack för ditt intresse!', message })
}

/** The sections, in the specification's order. */
export default function LandingPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <Safety />
      <About />
      <Services />
      <Packages />
      <Ambassadors />
      <Environment figures={loaderData.environment} />
      <Contact isThanked={loaderData.isThanked} answer={actionData} />
    </>
  )
}

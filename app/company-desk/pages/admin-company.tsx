import { href, Link } from 'react-router'
import { History } from '~/audit/public'
import { CentreSection } from '~/centres/public'
import { orAnswer } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { SystemsSection } from '~/integrations/public'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { idIn } from '~/platform/http/path-id.server'
import { readForm } from '~/platform/http/read-form.server'
import { SlotsSection } from '~/sponsorship/public'
import { adminDeeds } from '../admin-deeds.server'
import { PermitSection } from '../parts/permit-section'
import { PhotosSection } from '../parts/photos-section'
import { RecordSection } from '../parts/record-section'
import { ReviewBadge } from '../parts/review-badge'
import { ReviewSection } from '../parts/review-section'
import { RewardSection } from '../parts/reward-section'
import { readCompanyForAdmin } from '../read-company-for-admin.server'
import type { Route } from './+types/admin-company'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.name ?? 'Företag',
    description: 'Allt om ett företag.',
    path: href('/dashboard/admin/companies/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const house = context.get(houseContext)
  return { ...orAnswer(await readCompanyForAdmin(house, signedIn, idIn(params))), now: house.clock.now() }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const deeds = adminDeeds(idIn(params))
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

export default function AdminCompanyPage({ loaderData: company, actionData }: Route.ComponentProps) {
  const { id, name, state, isGone, record, security, centre, reward, applications, systems, history, now } = company
  const isPublic = !isGone && state !== 'hidden'
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/companies')}>Alla företag</Link>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2 [overflow-wrap:anywhere]">{name}</h1>
        <ReviewBadge state={state} isGone={isGone} />
      </div>
      {isPublic && (
        <p className="mt-2">
          <Link to={href('/company/:id', { id })}>Visa sidan som grannarna ser</Link>
        </p>
      )}
      <div className="mt-8 grid max-w-3xl gap-6">
        <ReviewSection company={company} answer={actionData} />
        <RecordSection record={record} />
        <PhotosSection photos={company.photos} answer={actionData} />
        <SlotsSection companyId={id} mayChange={!isGone} applications={applications} answer={actionData} />
        <PermitSection seen={company.seen} security={security} isGone={isGone} answer={actionData} />
        <CentreSection {...centre} />
        <SystemsSection systems={systems} now={now} />
        {reward && <RewardSection reward={reward} answer={actionData} />}
        <History entries={history} />
      </div>
    </>
  )
}

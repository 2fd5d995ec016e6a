import { href } from 'react-router'
import { BulkProgress } from '~/bulk/public'
import { readBulkProgress, stopBulk } from '~/bulk/public.server'
import { orAnswer } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { idIn } from '~/platform/http/path-id.server'
import { readForm } from '~/platform/http/read-form.server'
import { peopleBulkWords } from '../bulk-people.server'
import type { Route } from './+types/bulk-progress'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Så långt har det kommit',
    description: 'En åtgärd för flera användare.',
    path: href('/dashboard/admin/users/bulk/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readBulkProgress(context.get(houseContext), signedIn, idIn(params), peopleBulkWords))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['stop-bulk'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const id = idIn(params)
  const to = href('/dashboard/admin/users/bulk/:id', { id })
  const stop = { does: () => stopBulk(asked, id), says: { title: 'Stoppat' }, to }
  return answerDeed({ 'stop-bulk': stop }, asked)
}

export default function BulkProgressPage({ loaderData: job, actionData }: Route.ComponentProps) {
  return <BulkProgress job={job} back={href('/dashboard/admin/users/bulk')} answer={actionData} />
}

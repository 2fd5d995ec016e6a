import { data, href, Link } from 'react-router'
import { z } from 'zod'
import { IntentForm } from '~/accounts/public'
import { answerDeed, requireRole } from '~/accounts/public.server'
import { useLive } from '~/live/public'
import { houseContext, visitorContext } from '~/platform/house.server'
import { typedValues } from '~/shared/form'
import { pageMeta } from '~/shell/public'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { stopBulk } from '../begin-bulk.server'
import { readBulkProgress } from '../read-bulk.server'
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
  return readBulkProgress(context.get(houseContext), signedIn, jobIn(params))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = typedValues(await request.formData())
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const id = jobIn(params)
  const to = href('/dashboard/admin/users/bulk/:id', { id })
  const stop = { does: () => stopBulk(asked, id), says: { title: 'Stoppat' }, to }
  return answerDeed({ 'stop-bulk': stop }, asked)
}

function jobIn({ id }: { id: string }): string {
  if (!z.uuid().safeParse(id).success) throw data(null, 404)
  return id
}

export default function BulkProgressPage({ loaderData: job, actionData }: Route.ComponentProps) {
  useLive('work')
  const isRunning = job.state === 'running'
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/users/bulk')}>Åtgärder för flera</Link>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2">{job.deed}</h1>
        <Badge tone={isRunning ? 'lamp' : 'neutral'}>{job.stateLabel}</Badge>
      </div>
      <Card className="mt-6 grid max-w-3xl gap-5">
        <p role="status" className="text-lead">
          {job.changed} är gjorda{job.skipped > 0 && `, och ${job.skipped} berördes inte`}.
        </p>
        <DescriptionList
          items={[
            { term: 'Det gäller', description: job.whom },
            { term: 'Varför', description: job.reason },
            { term: 'Började', description: `${job.by}, ${job.begun}` },
          ]}
        />
        {isRunning && (
          <>
            <noscript>
              <p>
                <Link to=".">Ladda om för att se hur långt det har kommit</Link>
              </p>
            </noscript>
            <IntentForm
              intent="stop-bulk"
              section="top"
              answer={actionData}
              submit={{ children: 'Stoppa', busyText: 'Stoppar...', variant: 'secondary' }}
            />
          </>
        )}
      </Card>
    </>
  )
}

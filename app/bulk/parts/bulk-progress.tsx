import { Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import type { BulkJobShown } from '../read-bulk.server'

type Props = { job: BulkJobShown; back: string; answer: FormAnswer | undefined }

/** The progress of a job, with the form that stops it (stopBulk). */
export function BulkProgress({ job, back, answer }: Props) {
  useLive('work')
  const isRunning = job.state === 'running'
  return (
    <>
      <p>
        <Link to={back}>Åtgärder för flera</Link>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2">{job.deed}</h1>
        <Badge tone={isRunning ? 'lamp' : 'neutral'}>{job.stateLabel}</Badge>
      </div>
      <Card className="mt-6 grid max-w-3xl gap-5">
        <p role="status" className="text-lead">
          {job.changed} är gjorda{job.skipped > 0 && `, och ${job.skipped} berördes inte`}.
        </p>
        {job.setAside.length > 0 && (
          <div>
            <p>
              För {job.setAside.length === 1 ? 'en' : job.setAside.length} gick det inte. De är lagda åt sidan, och
              resten fortsätter:
            </p>
            <ul className="mt-2 list-disc pl-6">
              {job.setAside.map(({ id, name }) => (
                <li key={id} className="wrap-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        )}
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
              answer={answer}
              submit={{ children: 'Stoppa', busyText: 'Stoppar...', variant: 'secondary' }}
            />
          </>
        )}
      </Card>
    </>
  )
}

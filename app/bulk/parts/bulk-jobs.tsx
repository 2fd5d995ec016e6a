import { Badge } from '~/ui/badge'
import { CardLink } from '~/ui/card'
import type { BulkJobShown } from '../read-bulk.server'

/** The latest jobs, each linked to its progress. */
export function BulkJobs({ jobs, addressOf }: { jobs: readonly BulkJobShown[]; addressOf(id: string): string }) {
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby="senaste">
      <h2 id="senaste" className="text-h3">
        Senaste
      </h2>
      <ul className="mt-4 grid gap-4">
        {jobs.map((job) => (
          <li key={job.id}>
            <CardLink to={addressOf(job.id)} title={job.deed}>
              <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge tone={job.state === 'running' ? 'lamp' : 'neutral'}>{job.stateLabel}</Badge>
                <span>{job.whom}</span>
                <span className="text-small">
                  {job.by}, {job.begun}
                </span>
              </p>
            </CardLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

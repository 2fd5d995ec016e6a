import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmptyState } from '~/ui/empty-state'
import { DataTable } from '~/ui/table'
import { UpkeepLines } from '../parts/upkeep-lines'
import { type ChoreShown, readUpkeepPage, type TrialShown } from '../read-upkeep.server'
import type { Route } from './+types/admin-upkeep'

const path = href('/dashboard/admin/upkeep')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Drift', description: 'Säkerhetskopior och sysslor.', path, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return readUpkeepPage(context.get(houseContext), signedIn)
}

export default function AdminUpkeepPage({ loaderData }: Route.ComponentProps) {
  const { trials, chores } = loaderData
  return (
    <>
      <h1 className="text-h2">Drift</h1>
      <p className="prose-width mt-2 text-lead text-soft">
        Det som ser efter tjänsten när ingen tittar: säkerhetskopior som provas, och sysslor som görs av sig själva.
      </p>
      <section aria-labelledby="laget" className="mt-8">
        <h2 id="laget" className="text-h3">
          Läget nu
        </h2>
        <Card className="mt-5 max-w-3xl">
          <UpkeepLines upkeep={loaderData} />
        </Card>
      </section>
      <section aria-labelledby="kopior" className="mt-12">
        <h2 id="kopior" className="text-h3">
          Kopior som har provats
        </h2>
        <div className="mt-5">
          <DataTable
            caption="Kopior som har provats, den senaste först"
            captionHidden
            columns={[
              { key: 'tried', label: 'Provad', short: true },
              { key: 'made', label: 'Kopian är från', short: true },
              { key: 'outcome', label: 'Hur det gick' },
              { key: 'counted', label: 'I den fanns' },
            ]}
            rows={trials.map((trial, index) => ({ id: `${index}`, ...trial, outcome: <Outcome trial={trial} /> }))}
            empty={
              <EmptyState title="Ingen kopia har provats">
                När en har återställts bredvid tjänsten och räknats igenom står det här hur det gick.
              </EmptyState>
            }
          />
        </div>
      </section>
      <section aria-labelledby="sysslor" className="mt-12">
        <h2 id="sysslor" className="text-h3">
          Sysslor
        </h2>
        <Card className="mt-5 max-w-3xl wrap-anywhere">
          <DescriptionList
            items={chores.map((chore) => ({ term: chore.label, description: <ChoreEnds chore={chore} /> }))}
          />
        </Card>
      </section>
    </>
  )
}

function Outcome({ trial: { outcome, isWhole } }: { trial: TrialShown }) {
  return (
    <Badge tone={isWhole ? 'spruce' : 'alarm'} icon={isWhole ? 'check' : 'warning'}>
      {outcome}
    </Badge>
  )
}

function ChoreEnds({ chore: { succeeded, failed, isBehind } }: { chore: ChoreShown }) {
  return (
    <>
      {succeeded}
      {failed && <span className="block text-small text-soft">Gick fel {failed}</span>}
      {isBehind && (
        <span className="mt-1 block">
          <Badge tone="lamp" icon="warning">
            Borde vara gjort
          </Badge>
        </span>
      )}
    </>
  )
}

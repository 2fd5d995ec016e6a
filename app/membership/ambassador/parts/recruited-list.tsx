import { DogWalk } from '~/pictures/scenes-of-one-page'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import type { AmbassadorShown } from '../read-ambassador.server'
import { type RewardState, rewardStateLabels } from '../reward'

const looks = {
  waiting: { tone: 'lamp', icon: 'clock' },
  granted: { tone: 'spruce', icon: 'check' },
  revoked: { tone: 'neutral', icon: 'minus' },
} as const satisfies Record<RewardState, object>

export function RecruitedList({ recruited }: Pick<AmbassadorShown, 'recruited'>) {
  if (recruited.length === 0) {
    return (
      <EmptyState picture={<DogWalk />} title="Inga företag än" heading="h3">
        När ett företag du har tipsat går med syns det här, och månaderna läggs till av sig själva.
      </EmptyState>
    )
  }
  return (
    <Card className="py-2 sm:py-3">
      <ul className="divide-y divide-line">
        {recruited.map(({ id, name, state, period }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
            <div className="min-w-0">
              <p className="font-semibold">{name ?? 'Ett företag som inte längre syns'}</p>
              {period && <p className="text-small text-soft">{period}</p>}
            </div>
            <Badge {...looks[state]}>{rewardStateLabels[state]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

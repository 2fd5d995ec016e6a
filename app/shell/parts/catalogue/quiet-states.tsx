import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { LoadingText, Skeleton } from '~/ui/skeleton'
import { Chapter, Specimen } from './specimen'

export function QuietStates() {
  return (
    <Chapter id="vantan" title="Tomt och på väg" text="Säg vad som saknas, och visa en väg vidare.">
      <Specimen name="Tomt">
        <EmptyState
          picture={<Icon name="lamp" className="mx-auto size-16 text-lamp-ink" />}
          title="Inga bokningar"
          heading="h3"
          action={<ButtonLink to="/dashboard/customer/book">Boka tjänst</ButtonLink>}
        >
          Här samlas det du har bokat. Boka något så syns det direkt.
        </EmptyState>
      </Specimen>
      <Specimen name="På väg">
        <LoadingText>Laddar tjänster...</LoadingText>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {['first', 'second'].map((place) => (
            <Card key={place} className="grid gap-3">
              <Skeleton className="h-6 w-2/3" />
              <Skeleton />
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="mt-3 h-12 w-[min(9rem,60vw)]" />
            </Card>
          ))}
        </div>
      </Specimen>
    </Chapter>
  )
}

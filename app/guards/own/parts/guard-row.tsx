import { href } from 'react-router'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { isOnDuty, needsTest, whyNotReached } from '../../guard'
import { formatUntil } from '../../guard-words'
import type { OwnGuard } from '../own-guards-store.server'
import { DutyForm } from './duty-form'
import { ReachBadges } from './reach-badges'

type Props = { guard: OwnGuard & { shownPhone: string | null }; isCalled: boolean; now: Date }

export function GuardRow({ guard, isCalled, now }: Props) {
  const { id, name, shownPhone, onDutyUntil } = guard
  const isOn = isOnDuty(guard, now)
  return (
    <Card as="li" id={`vaktare-${id}`} className="grid grid-cols-1 scroll-mt-6 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-h4 wrap-anywhere">{name}</h2>
          <p className="tabular mt-1 text-soft">{shownPhone}</p>
        </div>
        <p className="flex flex-wrap gap-2">
          <ReachBadges missing={whyNotReached(guard, isCalled, now)} />
        </p>
      </div>
      {(isOn || needsTest(guard, now)) && (
        <p className="text-soft">
          {isOn && onDutyUntil && <span>I tjänst till {formatUntil(onDutyUntil, now)}. </span>}
          {needsTest(guard, now) && <span>Telefonen har inte testats på en månad.</span>}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <DutyForm id={id} name={name} isOn={isOn} short />
        <ButtonLink
          to={href('/dashboard/provider/guards/:id', { id })}
          variant="quiet"
          size="small"
          icon="edit"
          aria-label={`Ändra ${name}`}
        >
          Ändra
        </ButtonLink>
      </div>
    </Card>
  )
}

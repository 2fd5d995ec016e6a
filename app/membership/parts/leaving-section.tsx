import { href } from 'react-router'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import type { OwnMembership } from '../read-own-membership.server'

/** The ways to leave, as easy to find as signing up. While the right of withdrawal lasts, it comes first. */
export function LeavingSection({ membership }: { membership: OwnMembership }) {
  const { withdrawUntil, isLeaving, paysForDays } = membership
  if (isLeaving && !withdrawUntil) return null
  return (
    <Card as="section" aria-labelledby="lamna">
      <h2 id="lamna" className="text-h3">
        Lämna medlem&shy;skapet
      </h2>
      {withdrawUntil && (
        <>
          <p className="prose-width mt-3">
            Du har ångerrätt till och med {withdrawUntil}. Då avslutas medlemskapet genast, och det du har betalat får
            du tillbaka{paysForDays && ', utom för de dagar som har gått'}.
          </p>
          <div className="mt-4">
            <ButtonLink to={href('/dashboard/customer/membership/withdraw')} variant="secondary">
              Ångra avtalet
            </ButtonLink>
          </div>
        </>
      )}
      {!isLeaving && (
        <>
          <p className="prose-width mt-5">
            Du kan säga upp när du vill. Medlemskapet gäller då till slutet av det du har betalat för eller fått.
          </p>
          <div className="mt-4">
            <ButtonLink to={href('/dashboard/customer/membership/leave')} variant="secondary">
              Säg upp medlemskapet
            </ButtonLink>
          </div>
        </>
      )}
    </Card>
  )
}

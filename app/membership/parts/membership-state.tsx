import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/form/button'
import type { OwnMembership } from '../read-own-membership.server'

/** The state of the membership, and the one thing to do about it. */
export function MembershipState({ membership, answer }: { membership: OwnMembership; answer: FormAnswer | undefined }) {
  const { state, charge, isEnded, isLeaving } = membership
  return (
    <section id="lage" aria-label="Ditt medlemskap" className="band scroll-mt-6 rounded-card p-6 sm:p-9">
      <Badge tone={state.tone === 'neutral' ? 'neutral' : 'lamp'} icon={state.icon}>
        {state.label}
      </Badge>
      <p className="mt-4 text-h2 text-balance">{state.title}</p>
      <p className="prose-width mt-2">{state.text}</p>
      {charge && !isEnded && (
        <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
          <ButtonLink to={charge.to} icon="coin">
            Betala {charge.sum}
          </ButtonLink>
          {!membership.isPastDue && <p className="text-soft">Senast {charge.due}</p>}
        </div>
      )}
      {isLeaving && (
        <IntentForm
          intent="stay"
          section="lage"
          answer={answer}
          className="mt-6"
          submit={{ children: 'Jag vill vara kvar', busyText: 'Sparar...', variant: 'secondary' }}
        />
      )}
      {isEnded && membership.paysForDays && (
        <p className="mt-4 text-small text-soft">
          Du har ångrat avtalet en gång. Kommer du tillbaka börjar medlemskapet genast, och ångrar du dig igen betalar
          du för de dagar som har gått.
        </p>
      )}
      {isEnded && charge && (
        <div className="mt-6">
          <ButtonLink to={charge.to} icon="coin">
            Betala {charge.sum} och kom tillbaka
          </ButtonLink>
        </div>
      )}
      {isEnded && !charge && (
        <IntentForm
          intent="return"
          section="lage"
          answer={answer}
          className="mt-6"
          submit={{
            children: membership.returnsFree ? 'Kom tillbaka utan kostnad' : 'Kom tillbaka för 39\u00a0kr i månaden',
            busyText: 'Öppnar...',
          }}
        />
      )}
    </section>
  )
}

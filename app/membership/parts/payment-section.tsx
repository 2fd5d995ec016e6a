import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { CardAwaited, useIsCardAwaited } from '~/payments/public'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import type { OwnMembership } from '../read-own-membership.server'

/** The next payment, and how to pay it. */
export function PaymentSection({ membership, answer }: { membership: OwnMembership; answer: FormAnswer | undefined }) {
  const { next, payBy, takesCards, card, key, isLeaving } = membership
  const isCardAwaited = useIsCardAwaited(Boolean(card) || isLeaving)
  return (
    <Card as="section" id="betalning" aria-labelledby="betalning-title" className="scroll-mt-6">
      <h2 id="betalning-title" className="text-h3">
        Betalning
      </h2>
      <DescriptionList
        className="mt-4"
        items={[
          { term: 'Nästa betalning', description: next },
          { term: 'Pris', description: '39\u00a0kr i månaden, inklusive moms. Ingen bindningstid.' },
          ...(payBy === null ? [] : [{ term: 'Så betalar du', description: payBy }]),
        ]}
      />
      {card && (
        <IntentForm
          intent="change-card"
          section="betalning"
          answer={answer}
          className="mt-5"
          submit={{ children: 'Hantera kortet', busyText: 'Öppnar...', variant: 'secondary' }}
        />
      )}
      {isCardAwaited && <CardAwaited what="om kortet" className="mt-5" />}
      {takesCards && !card && !isLeaving && !isCardAwaited && (
        <IntentForm
          intent="subscribe-by-card"
          section="betalning"
          answer={answer}
          hidden={{ key }}
          className="mt-5"
          submit={{ children: 'Betala med kort varje månad', busyText: 'Öppnar...', variant: 'secondary' }}
        />
      )}
    </Card>
  )
}

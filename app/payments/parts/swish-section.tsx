import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Accordion, AccordionItem } from '~/ui/accordion'
import { Card } from '~/ui/card'
import type { ChargeToPay } from '../read-charge.server'
import { SwishCounter } from '../swish/parts/swish-counter'
import { SwishCode } from './swish-code'

type Props = { charge: ChargeToPay; answer: FormAnswer | undefined; isCardAwaited: boolean }

/**
 * The ways to pay: by Swish, with confirmation by Swish itself where it is set up, and by card where there is a
 * provider and no payment by card is awaited.
 */
export function SwishSection({ charge, answer, isCardAwaited }: Props) {
  const { counter } = charge
  return (
    <div className="grid gap-6">
      <Card as="section" id="swish" aria-labelledby="swish-title" className="scroll-mt-6">
        <h2 id="swish-title" className="text-h3">
          Med Swish
        </h2>
        {counter ? <SwishCounter charge={charge} counter={counter} answer={answer} /> : <SwishByHand charge={charge} />}
      </Card>
      {charge.takesCards && !isCardAwaited && counter?.open?.is !== 'held' && (
        <Card as="section" id="kort" aria-labelledby="kort-title" className="scroll-mt-6">
          <h2 id="kort-title" className="text-h3">
            Med kort
          </h2>
          <p className="mt-2">Du betalar hos Stripe och kommer tillbaka hit.</p>
          <IntentForm
            intent="pay-by-card"
            section="kort"
            answer={answer}
            hidden={{ key: charge.key }}
            className="mt-5"
            submit={{ children: `Betala ${charge.gross} med kort`, busyText: 'Öppnar...', variant: 'secondary' }}
          />
        </Card>
      )}
      {counter && counter.open?.is !== 'waiting' && counter.open?.is !== 'held' && (
        <Accordion>
          <AccordionItem title="Skriv in betalningen själv i Swish" heading="h2">
            <SwishByHand charge={charge} />
          </AccordionItem>
        </Accordion>
      )}
    </div>
  )
}

/** Swish without confirmation: an administrator or the bank's file reports the payment. */
function SwishByHand({ charge }: { charge: ChargeToPay }) {
  return (
    <>
      <SwishCode swish={charge.swish} />
      <p className="mt-5 text-small text-soft">
        Pengarna går till {charge.payee}. Vi bockar av betalningar på vardagar. Då kommer kvittot med mejl, och den här
        sidan ändrar sig.
      </p>
    </>
  )
}

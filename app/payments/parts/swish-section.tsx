import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Accordion, AccordionItem } from '~/ui/accordion'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { QrCode } from '~/ui/marks/qr-code'
import type { ChargeToPay } from '../read-charge.server'
import { SwishCounter } from '../swish/parts/swish-counter'

type Props = { charge: ChargeToPay; answer: FormAnswer | undefined }

/** How it is paid: by Swish, which says so itself where it can, and by card where there are cards. */
export function SwishSection({ charge, answer }: Props) {
  const { counter } = charge
  return (
    <div className="grid gap-6">
      <Card as="section" id="swish" aria-labelledby="swish-title" className="scroll-mt-6">
        <h2 id="swish-title" className="text-h3">
          Med Swish
        </h2>
        {counter ? <SwishCounter charge={charge} counter={counter} answer={answer} /> : <SwishByHand charge={charge} />}
      </Card>
      {charge.takesCards && counter?.open?.is !== 'held' && (
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

/** Scanned, opened on the same phone, or written in by hand; an administrator, or the bank's file, says that it has come. */
function SwishByHand({ charge }: { charge: ChargeToPay }) {
  return (
    <>
      <div className="mt-5 grid items-start gap-6 sm:grid-cols-[auto_1fr]">
        <QrCode
          picture={charge.picture}
          label={`QR-kod för Swish: ${charge.gross} till ${charge.swishNumber}, meddelande ${charge.reference}. Samma uppgifter står som text bredvid.`}
          className="mx-auto w-52 max-sm:order-last sm:w-56"
        />
        <div className="grid gap-4">
          <p>Skanna koden i Swish, så är belopp och meddelande ifyllda. Har du Swish i den här telefonen:</p>
          <div>
            <ButtonLink to={charge.swishLink} icon="external">
              Öppna Swish
            </ButtonLink>
          </div>
          <dl className="grid gap-3">
            <div>
              <dt className="text-small text-soft">Eller skriv själv: nummer</dt>
              <dd className="tabular text-h4">{charge.swishNumber}</dd>
            </div>
            <div>
              <dt className="text-small text-soft">Belopp</dt>
              <dd className="tabular text-h4">{charge.gross}</dd>
            </div>
            <div>
              <dt className="text-small text-soft">Meddelande</dt>
              <dd className="tabular text-h4 whitespace-nowrap">{charge.referenceSpoken}</dd>
            </div>
          </dl>
        </div>
      </div>
      <p className="mt-5 text-small text-soft">
        Pengarna går till {charge.payee}. Vi bockar av betalningar på vardagar; du får ett mejl med kvittot, och den här
        sidan ändrar sig.
      </p>
    </>
  )
}

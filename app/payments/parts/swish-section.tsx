import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { QrCode } from '~/ui/marks/qr-code'
import type { ChargeToPay } from '../read-charge.server'

/** How it is paid: scanned, opened on the same phone, or written in by hand; and by card where there are cards. */
export function SwishSection({ charge, answer }: { charge: ChargeToPay; answer: FormAnswer | undefined }) {
  return (
    <div className="grid gap-6">
      <Card as="section" aria-labelledby="swish">
        <h2 id="swish" className="text-h3">
          Med Swish
        </h2>
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
          Pengarna går till {charge.payee}. Vi bockar av betalningar på vardagar; du får ett mejl med kvittot, och den
          här sidan ändrar sig.
        </p>
      </Card>
      {charge.takesCards && (
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
    </div>
  )
}

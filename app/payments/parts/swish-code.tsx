import { ButtonLink } from '~/ui/form/button'
import { QrCode } from '~/ui/marks/qr-code'
import type { SwishShown } from './swish-shown.server'

/** The ways to pay with Swish: scan the QR code, open the app on the same phone, or type the details. */
export function SwishCode({ swish }: { swish: SwishShown }) {
  return (
    <div className="mt-5 grid items-start gap-6 sm:grid-cols-[auto_1fr]">
      <QrCode
        picture={swish.picture}
        label={`QR-kod för Swish: ${swish.sum} till ${swish.number}, meddelande ${swish.message}. Samma uppgifter står som text bredvid.`}
        className="mx-auto w-52 max-sm:order-last sm:w-56"
      />
      <div className="grid gap-4">
        <p>Skanna koden i Swish, så är belopp och meddelande ifyllda. Har du Swish i den här telefonen:</p>
        <div>
          <ButtonLink to={swish.link} icon="external">
            Öppna Swish
          </ButtonLink>
        </div>
        <dl className="grid gap-3">
          <div>
            <dt className="text-small text-soft">Eller skriv själv: nummer</dt>
            <dd className="tabular text-h4">{swish.number}</dd>
          </div>
          <div>
            <dt className="text-small text-soft">Belopp</dt>
            <dd className="tabular text-h4">{swish.sum}</dd>
          </div>
          <div>
            <dt className="text-small text-soft">Meddelande</dt>
            <dd className="tabular text-h4 hyphens-none">{swish.message}</dd>
          </div>
        </dl>
      </div>
    </div>
  )
}

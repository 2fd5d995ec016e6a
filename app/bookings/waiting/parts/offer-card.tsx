import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/form/field'
import { PriceSummary } from '../../book/parts/price-summary'
import { Moment } from '../../parts/moment'
import { EARLY_START } from '../../withdrawal'
import type { OfferShown } from '../read-waits.server'
import { WaitForm } from './wait-form'

/** A time held for the member: service, time and price, and a button to book it. */
export function OfferCard({ offer, answer }: { offer: OfferShown; answer: FormAnswer | undefined }) {
  const { id, title, companyName, when, until, ownAddress } = offer
  return (
    <Card
      as="section"
      id={`tid-${id}`}
      aria-labelledby={`rubrik-${id}`}
      className="mt-8 grid max-w-3xl gap-5 scroll-mt-6"
    >
      <div>
        <h2 id={`rubrik-${id}`} className="text-h3 wrap-anywhere">
          En tid är ledig: {title}
        </h2>
        <p className="mt-2 wrap-anywhere">
          <span className="inline-block first-letter:uppercase">
            <Moment {...when} />
          </span>{' '}
          hos {companyName}.
        </p>
        <p className="mt-1 font-semibold">Den hålls för dig till {until}.</p>
        <p className="mt-1">Tar du den svarar företaget, som på alla bokningar.</p>
      </div>
      <PriceSummary services={[offer.service]} hasDiscount={offer.hasDiscount} />
      <p className="text-small wrap-anywhere">{offer.rules.join(' ')}</p>
      <p className="text-small">Du sa ja till detta när du ställde dig på listan: ”{EARLY_START}”</p>
      <IntentForm
        intent="take"
        section={`tid-${id}`}
        answer={answer}
        hidden={{ id, seen: offer.seen }}
        submit={{ children: 'Ja tack, boka tiden', busyText: 'Bokar...', icon: 'check', size: 'large' }}
        className="grid gap-5"
      >
        {ownAddress === null ? null : (
          <TextField
            name="address"
            label="Adress dit de ska komma"
            hint={`Bara du och ${companyName} ser den.`}
            autoComplete="off"
            defaultValue={ownAddress}
            maxLength={300}
            required
          />
        )}
      </IntentForm>
      <WaitForm intent="decline" id={id} busyText="Tackar nej...">
        Nej tack, fråga nästa
      </WaitForm>
    </Card>
  )
}

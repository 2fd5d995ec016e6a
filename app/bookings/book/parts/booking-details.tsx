import { WITHDRAWAL_DAYS } from '~/shared/withdrawal/withdrawal'
import { TextArea, TextField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { cancelRule, waitingRule } from '../../booking'
import type { BookPage, ChosenService } from '../read-book-page.server'
import { PriceSummary } from './price-summary'

type Props = {
  page: Pick<BookPage, 'ownPhone' | 'hasDiscount'>
  chosen: ChosenService
  isOpen: boolean
  repeats?: boolean
}

/** The part of the form between the times and the button: address, price, and the rules that apply. */
export function BookingDetails({ page, chosen, isOpen, repeats }: Props) {
  const { service } = chosen
  return (
    <>
      {service.place === 'customer' ? (
        <TextField
          name="address"
          label="Adress dit de ska komma"
          hint={`${chosen.ownAddress ? 'Ifylld från ditt hem eller din senaste bokning.' : 'Gata, nummer och våning.'} Bara du och ${service.companyName} ser den.`}
          autoComplete="off"
          defaultValue={chosen.ownAddress}
          maxLength={300}
          required
        />
      ) : null}
      <ForTheDay ownPhone={page.ownPhone} isOpen={isOpen} />
      <PriceSummary services={chosen.services} hasDiscount={page.hasDiscount} repeats={repeats} />
      <p className="flex gap-2.5 text-small">
        <Icon name="coin" className="mt-[0.15em] size-5 text-spruce" />
        <span className="min-w-0 wrap-anywhere">{chosen.payRule}</span>
      </p>
      <p className="flex gap-2.5 text-small">
        <Icon name="info" className="mt-[0.15em] size-5 text-spruce" />
        <span className="min-w-0">
          {cancelRules(chosen.services)} {chosen.tooSoon} {waitingRule} Du har också ångerrätt i {WITHDRAWAL_DAYS} dagar
          från företagets ja, vad som än gäller för avbokning.
        </span>
      </p>
    </>
  )
}

/** The rule of cancelling: stated once if it is the same for all services of the visit, else by service. */
function cancelRules(services: ChosenService['services']): string {
  const [first, ...others] = services.map(({ freeCancelHours }) => cancelRule(freeCancelHours))
  if (first === undefined || others.every((rule) => rule === first)) return first ?? ''
  return services.map(({ title, freeCancelHours }) => `${title}: ${cancelRule(freeCancelHours)}`).join(' ')
}

/** Optional fields that only some jobs need, folded away. */
function ForTheDay({ ownPhone, isOpen }: { ownPhone: string | null; isOpen: boolean }) {
  return (
    <details className="unfolds group" open={isOpen || undefined}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold">
        <Icon name="chevron-down" className="transition-transform duration-150 group-open:rotate-180" />
        <span>
          Telefon och hälsning <span className="font-normal text-soft">(frivilligt)</span>
        </span>
      </summary>
      <div className="grid gap-5 pt-3 pb-1">
        <TextField
          name="phone"
          label="Telefon den dagen"
          hint={ownPhone ? `Annars ringer de ${ownPhone}.` : undefined}
          type="tel"
          autoComplete="tel"
        />
        <TextArea
          name="note"
          label="Hälsning till företaget"
          hint="Portkod, husdjur eller annat bra att veta."
          rows={3}
        />
      </div>
    </details>
  )
}

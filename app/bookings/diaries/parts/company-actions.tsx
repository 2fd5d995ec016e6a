import { href } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { DialogButton } from '~/ui/dialog'
import { ButtonLink } from '~/ui/form/button'
import { bookingDeeds } from '../../booking'
import { DeedForm } from '../../change/parts/deed-form'
import { EndingDialog } from '../../change/parts/ending-dialog'
import { Moment } from '../../parts/moment'
import type { CompanyBooking } from '../read-company-diary.server'

type Props = { booking: CompanyBooking; answer: FormAnswer | undefined }

/** What a company can do about a booking now, as the table of states says. Nothing, once it is over. */
export function CompanyActions({ booking, answer }: Props) {
  const { id, title, day, span, may, customer, repeats } = booking
  if (may.length === 0) return null
  const which = `${title} ${day}`
  const noDialog = `nej-${id}`
  const missedDialog = `kom-inte-${id}`
  const isRequest = may.includes('decline')
  return (
    <div className="flex flex-wrap items-center gap-3">
      {may.includes('confirm') ? (
        <DeedForm intent="confirm" id={id} size="small" icon="check" label={`Bekräfta bokning: ${which}`}>
          {bookingDeeds.confirm.label}
        </DeedForm>
      ) : null}
      {may.includes('mark as no-show') ? (
        <DialogButton dialog={missedDialog} size="small">
          {bookingDeeds['mark as no-show'].label}
          <span className="sr-only">: {which}</span>
        </DialogButton>
      ) : null}
      {may.includes('propose') ? (
        <ButtonLink
          to={href('/dashboard/provider/bookings/:id/move', { id })}
          size="small"
          variant="secondary"
          icon="clock"
          aria-label={`Föreslå ny tid: ${which}`}
        >
          Ny tid
        </ButtonLink>
      ) : null}
      {isRequest || may.includes('cancel') ? (
        <DialogButton dialog={noDialog} size="small" variant="quiet" icon="close">
          {isRequest ? bookingDeeds.decline.label : bookingDeeds.cancel.label}
          <span className="sr-only">: {which}</span>
        </DialogButton>
      ) : null}
      {/* At the other end of the row than 'Bekräfta': a finger that comes twice does not do both. */}
      {may.includes('complete') ? (
        <div className="ml-auto">
          <DeedForm intent="complete" id={id} size="small" icon="check" label={`Markera som genomförd: ${which}`}>
            {bookingDeeds.complete.label}
          </DeedForm>
        </div>
      ) : null}
      {isRequest || may.includes('cancel') ? (
        <EndingDialog
          dialog={noDialog}
          title={isRequest ? 'Tacka nej till förfrågan?' : 'Avboka jobbet?'}
          intent={isRequest ? 'decline' : 'cancel'}
          id={id}
          answer={answer}
          submit={isRequest ? 'Tacka nej' : 'Avboka'}
          reason={{ label: 'Varför?', hint: 'Kunden ser det ni skriver. Några ord räcker.' }}
        >
          <p>
            <strong>{title}</strong> <Moment day={day} span={span} />
            {customer ? ` för ${customer.name}` : ''}. {repeats && !isRequest ? 'Bara den här gången. ' : ''}Kunden får
            veta det med en gång och betalar ingenting.
          </p>
        </EndingDialog>
      ) : null}
      {may.includes('mark as no-show') ? (
        <EndingDialog
          dialog={missedDialog}
          title="Kom inte kunden?"
          intent="no-show"
          id={id}
          answer={answer}
          submit="Kunden kom inte"
        >
          <p>
            Bokningen avslutas och kunden får veta det. Ni kan ta betalt för tiden, direkt av kunden. Har ni prövat att
            ringa först?
          </p>
        </EndingDialog>
      ) : null}
    </div>
  )
}

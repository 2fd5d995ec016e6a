import { href } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { DialogButton } from '~/ui/dialog'
import { ButtonLink } from '~/ui/form/button'
import { bookingDeeds } from '../../booking'
import { DeedForm } from '../../change/parts/deed-form'
import { EndingDialog } from '../../change/parts/ending-dialog'
import { SaidCard } from '../../change/parts/said-card'
import { saidAt } from '../../change/said-view'
import { Moment } from '../../parts/moment'
import { visitTitle } from '../../visit/visit'
import type { CompanyBooking } from '../read-company-diary.server'

type Props = {
  booking: CompanyBooking
  answer: FormAnswer | undefined
  /** What else its visit has, on the page of one of its services. */
  others?: readonly string[]
}

/** What a company can do about a booking now, as the table of states says. Nothing, once it is over. */
export function CompanyActions({ booking, answer, others = [] }: Props) {
  const { id, title, day, span, may, customer, repeats, services } = booking
  const isVisit = services.length > 0
  if (may.length === 0) return null
  const which = `${title} ${day}`
  const noDialog = `nej-${id}`
  const isRequest = may.includes('decline')
  return (
    <div id={isVisit ? undefined : placeOf(booking)} className="flex flex-wrap items-center gap-3">
      {may.includes('confirm') ? (
        <DeedForm intent="confirm" id={id} size="small" icon="check" label={`Bekräfta bokning: ${which}`}>
          {bookingDeeds.confirm.label}
        </DeedForm>
      ) : null}
      {isVisit ? null : <NoShow job={booking} answer={answer} />}
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
      {isVisit ? (
        <ul className="grid w-full gap-3 empty:hidden">
          {services
            .filter((job) => job.said || job.may.includes('complete'))
            .map((job) => (
              <li key={job.id} id={placeOf(job)} className="flex flex-wrap items-center gap-3">
                <span className="min-w-0 font-semibold wrap-anywhere">{job.title}</span>
                <NoShow job={job} answer={answer} />
                <Complete job={job} />
              </li>
            ))}
        </ul>
      ) : (
        <Complete job={booking} />
      )}
      {isRequest || may.includes('cancel') ? (
        <EndingDialog
          dialog={noDialog}
          title={isRequest ? 'Tacka nej till förfrågan?' : 'Avboka jobbet?'}
          intent={isRequest ? 'decline' : 'cancel'}
          id={id}
          answer={answer}
          submit={isRequest ? 'Tacka nej' : 'Avboka'}
          reason={{ label: 'Varför?', hint: 'Kunden ser det ni skriver. Några ord räcker.' }}
          whole={isRequest ? undefined : wholeChoice(isVisit, others)}
        >
          <p>
            <strong>{title}</strong> <Moment day={day} span={span} />
            {customer ? ` för ${customer.name}` : ''}. {repeats && !isRequest ? 'Bara den här gången. ' : ''}
            {isRequest && others.length > 0 ? 'Ert nej gäller hela besöket. ' : ''}Kunden får veta det med en gång och
            betalar ingenting.
          </p>
        </EndingDialog>
      ) : null}
    </div>
  )
}

/** In a list the visit is one thing to call off; on the page of one of its services that service is. */
function wholeChoice(isVisit: boolean, others: readonly string[]) {
  if (isVisit) return { label: 'Hela besöket', isChosen: true }
  return others.length > 0 ? { label: `Avboka hela besöket, också ${visitTitle(others)}` } : undefined
}

/** Where a deed that was taken back leads; what stands said has the name itself. */
const placeOf = ({ id, said }: Pick<CompanyBooking, 'id' | 'said'>) => (said ? undefined : saidAt(id))

type Job = Pick<CompanyBooking, 'id' | 'title' | 'day' | 'said' | 'may'>

/** At the other end of the row than 'Bekräfta': a finger that comes twice does not do both. */
function Complete({ job: { id, title, day, said, may } }: { job: Job }) {
  if (said) return <SaidCard id={id} said={said} which={`${title} ${day}`} />
  if (!may.includes('complete')) return null
  return (
    <div className="ml-auto">
      <DeedForm intent="complete" id={id} size="small" icon="check" label={`Markera som genomförd: ${title} ${day}`}>
        {bookingDeeds.complete.label}
      </DeedForm>
    </div>
  )
}

function NoShow({ job: { id, title, day, may }, answer }: { job: Job; answer: FormAnswer | undefined }) {
  if (!may.includes('mark as no-show')) return null
  const dialog = `kom-inte-${id}`
  return (
    <>
      <DialogButton dialog={dialog} size="small">
        {bookingDeeds['mark as no-show'].label}
        <span className="sr-only">
          : {title} {day}
        </span>
      </DialogButton>
      <EndingDialog
        dialog={dialog}
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
    </>
  )
}

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
  /** The titles of the other services of the visit, on the page of one of them. */
  others?: readonly string[]
}

/** The buttons for what a company can do with a booking now, by the table of deeds. */
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

/** The checkbox to cancel the whole visit. Preselected only in a list, where the visit is one entry. */
function wholeChoice(isVisit: boolean, others: readonly string[]) {
  if (isVisit) return { label: 'Hela besöket', isChosen: true }
  return others.length > 0 ? { label: `Avboka hela besöket, också ${visitTitle(others)}` } : undefined
}

/** The fragment target after undoing. The card itself has that id while something said is pending. */
const placeOf = ({ id, said }: Pick<CompanyBooking, 'id' | 'said'>) => (said ? undefined : saidAt(id))

type Job = Pick<CompanyBooking, 'id' | 'title' | 'day' | 'said' | 'may'>

/** At the opposite end of the row from 'Bekräfta', so that a double tap does not hit both. */
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

import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Checkbox } from '~/ui/form/choice'
import { Icon } from '~/ui/marks/icon'
import type { BookingView } from '../../diaries/booking-view'
import { Moment } from '../../parts/moment'
import { EARLY_START } from '../../withdrawal'
import { DeedForm } from './deed-form'

type Props = {
  booking: Pick<BookingView, 'id' | 'proposal' | 'may' | 'day' | 'span' | 'status' | 'hasPassed' | 'answerBy'>
  otherSide: string
  /** The answer to the last form posted on the page. Needed when accepting also requires agreeing to an early start. */
  answer?: FormAnswer | undefined
}

/** A proposed new time, and the buttons that answer it. */
export function ProposalCard({ booking, otherSide, answer }: Props) {
  const { id, proposal, may, day, span, answerBy } = booking
  if (!proposal) return null
  // The original time of a pending request has passed, so refusing the proposal ends the request.
  const isLast = booking.status === 'pending' && booking.hasPassed
  return (
    <section
      aria-label="Förslag på ny tid"
      className="flex flex-wrap gap-x-4 gap-y-2 rounded-card border-2 border-lamp bg-surface p-[min(1.25rem,6vw)]"
    >
      <Icon name="calendar" className="mt-0.5 size-6 text-lamp-ink" />
      <div className="grid min-w-0 flex-1 basis-36 gap-4">
        <div>
          <p className="font-semibold">
            {proposal.isOurs ? 'Ny tid föreslagen: ' : `${otherSide} föreslår `}
            <Moment {...proposal.when} />
          </p>
          <p className="mt-1 text-soft">
            {proposal.isOurs ? `${otherSide} har inte svarat än. ` : ''}
            {isLast ? (
              'Den första tiden har redan varit.'
            ) : booking.status === 'pending' ? (
              // Nobody has said yes to it, and the answer may be due after it has begun.
              <>
                Den första tiden, <Moment day={day} span={span} />, är inte bekräftad.
              </>
            ) : (
              <>
                Till dess gäller <Moment day={day} span={span} />.
              </>
            )}
            {proposal.isTooSoonToCancelFree
              ? ' Den nya är så nära att den inte går att avboka utan kostnad när du har sagt ja.'
              : ''}
            {answerBy ? ` Utan svar går förfrågan ut ${answerBy}.` : ''}
          </p>
        </div>
        <div className={proposal.asksForEarlyStart ? 'grid gap-5' : 'flex flex-wrap gap-3'}>
          {may.includes('accept proposal') && proposal.asksForEarlyStart ? (
            <IntentForm
              intent="answer"
              section="top"
              answer={answer}
              hidden={{ answer: 'yes' }}
              submit={{ children: 'Ja, den tiden passar', busyText: 'Skickar...', icon: 'check' }}
              className="grid gap-4"
            >
              <Checkbox name="early" label={EARLY_START} />
            </IntentForm>
          ) : may.includes('accept proposal') ? (
            <DeedForm intent="answer" id={id} says={{ answer: 'yes' }} icon="check">
              Ja, den tiden passar
            </DeedForm>
          ) : null}
          {may.includes('refuse proposal') ? (
            <DeedForm intent="answer" id={id} says={{ answer: 'no' }} variant="secondary">
              {proposal.isOurs ? 'Ta tillbaka förslaget' : isLast ? 'Nej tack, avboka' : 'Nej, behåll tiden'}
            </DeedForm>
          ) : null}
        </div>
      </div>
    </section>
  )
}

import { Icon } from '~/ui/marks/icon'
import type { BookingView } from '../../diaries/booking-view'
import { Moment } from '../../parts/moment'
import { DeedForm } from './deed-form'

type Props = { booking: Pick<BookingView, 'id' | 'proposal' | 'may' | 'day' | 'span'>; otherSide: string }

/** A new time that somebody has asked for, and the answers to it. */
export function ProposalCard({ booking: { id, proposal, may, day, span }, otherSide }: Props) {
  if (!proposal) return null
  return (
    <section aria-label="Förslag på ny tid" className="flex gap-4 rounded-card border-2 border-lamp bg-surface p-5">
      <Icon name="calendar" className="mt-0.5 size-6 text-lamp-ink" />
      <div className="grid min-w-0 gap-4">
        <div>
          <p className="font-semibold">
            {proposal.isOurs ? 'Ny tid föreslagen: ' : `${otherSide} föreslår `}
            <Moment {...proposal.when} />
          </p>
          <p className="mt-1 text-soft">
            {proposal.isOurs ? `${otherSide} har inte svarat än. ` : ''}
            Till dess gäller <Moment day={day} span={span} />.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {may.includes('accept proposal') ? (
            <DeedForm intent="answer" id={id} says={{ answer: 'yes' }} icon="check">
              Ja, den tiden passar
            </DeedForm>
          ) : null}
          {may.includes('refuse proposal') ? (
            <DeedForm intent="answer" id={id} says={{ answer: 'no' }} variant="secondary">
              {proposal.isOurs ? 'Ta tillbaka förslaget' : 'Nej, behåll tiden'}
            </DeedForm>
          ) : null}
        </div>
      </div>
    </section>
  )
}

import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { DialogButton } from '~/ui/dialog'
import { Checkbox } from '~/ui/form/choice'
import type { Side } from '../../booking'
import { EndingDialog } from '../../change/parts/ending-dialog'
import { EARLY_START } from '../../withdrawal'
import type { SeriesView } from '../read-series.server'
import { ComingList } from './coming-list'

type Props = { id: string; side: Side; series: SeriesView | null; answer: FormAnswer | undefined }

const dialog = 'avsluta-resten'

/** The series of a booking on its page: coming times, changed terms to agree to, and the button to end it. */
export function SeriesSection({ id, side, series, answer }: Props) {
  if (!series) return null
  return (
    <Card as="section" id="upprepas" aria-labelledby="upprepas-rubrik" className="grid scroll-mt-6 gap-5">
      <h2 id="upprepas-rubrik" className="text-h4">
        {series.words}
      </h2>
      {series.question ? <Question id={id} question={series.question} answer={answer} /> : null}
      {series.isAsked ? (
        <Asked side={side} series={series} />
      ) : (
        <Going id={id} side={side} series={series} answer={answer} />
      )}
    </Card>
  )
}

/** Before the company's yes: what it would book. */
function Asked({ side, series: { coming, isStopped } }: { side: Side; series: SeriesView }) {
  if (isStopped || coming.length === 0) return <p>Ett ja gäller alla gånger. Fler bokas efter hand.</p>
  return (
    <>
      <p>
        {side === 'member'
          ? 'Säger företaget ja till den här bokas också de andra:'
          : 'Säger ni ja till den här bokas också de andra. Var och en går att flytta eller avboka för sig, och ni kan avsluta resten när ni vill.'}
      </p>
      <ComingList label="Gångerna efter den första" coming={coming} />
    </>
  )
}

/** The terms have changed, and nothing new is booked by terms that the member has not said yes to. */
const waiting = {
  member: 'Inget nytt bokas förrän du har svarat. Det som är bokat gäller som förut.',
  company:
    'Priset eller något annat är ändrat sedan kunden sa ja. Inget nytt bokas förrän kunden har sagt ja till det. Det som är bokat gäller som förut.',
} as const

const addresses = {
  member: '/dashboard/customer/bookings/:id',
  company: '/dashboard/provider/bookings/:id',
} as const

function Going({ id, side, series, answer }: Omit<Props, 'series'> & { series: SeriesView }) {
  const { ahead, isStopped, waitsForMember } = series
  return (
    <>
      {ahead.length > 0 ? (
        <div>
          <p>Bokat framåt:</p>
          <ul aria-label="Bokat framåt" className="flex flex-wrap gap-x-6">
            {ahead.map(({ id, when, isThis }) => (
              <li key={id}>
                <Link
                  to={href(addresses[side], { id })}
                  aria-current={isThis ? 'page' : undefined}
                  className={`link tabular inline-flex min-h-12 items-center ${isThis ? 'font-semibold' : ''}`}
                >
                  {when}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="text-soft">
        {isStopped
          ? 'Just nu går tjänsten inte att boka. Det som är bokat gäller.'
          : waitsForMember
            ? waiting[side]
            : 'Nya gånger bokas efter hand, tre månader framåt. Avboka eller flytta en gång på dess egen sida.'}
      </p>
      <div>
        <DialogButton dialog={dialog} variant="quiet" icon="close">
          Avsluta resten
        </DialogButton>
      </div>
      <EndingDialog
        dialog={dialog}
        title="Avsluta det som upprepas?"
        intent="end-series"
        id={id}
        answer={answer}
        submit="Avsluta resten"
        reason={{
          label: 'Varför?',
          hint: side === 'member' ? 'Företaget ser det du skriver.' : 'Kunden ser det ni skriver.',
        }}
      >
        <p>
          {side === 'member'
            ? 'Allt som är bokat framåt avbokas utan kostnad, och inget nytt bokas. Det som du är för sen att avboka utan kostnad står kvar, och går att avboka för sig.'
            : 'Allt som är bokat framåt avbokas, och inget nytt bokas. Kunden får veta det med en gång och betalar ingenting.'}
        </p>
      </EndingDialog>
    </>
  )
}

type Question = { id: string; question: NonNullable<SeriesView['question']>; answer: FormAnswer | undefined }

function Question({ id, question, answer }: Question) {
  return (
    <div className="grid gap-4 rounded-control border-2 border-lamp p-4 sm:p-5">
      <p>
        <strong className="block">Villkoren har ändrats. Vill du fortsätta?</strong>
        För det som inte är bokat än gäller nu: {question.terms}
      </p>
      <IntentForm
        intent="agree-series"
        section="upprepas"
        answer={answer}
        hidden={{ id, seen: question.seen }}
        submit={{ children: 'Ja, fortsätt så', busyText: 'Sparar...', icon: 'check' }}
        className="grid gap-4"
      >
        {question.asksForEarlyStart ? <Checkbox name="early" label={EARLY_START} /> : null}
      </IntentForm>
    </div>
  )
}

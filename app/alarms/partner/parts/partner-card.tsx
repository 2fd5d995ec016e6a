import { type FetcherWithComponents, Link, useFetcher } from 'react-router'
import { formatPostcode } from '~/postcodes/public'
import { formatClock } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { isOpen } from '../../alarm'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import { newestPressIn, type PartnerAlarm } from '../../history/alarm-views'
import { howLongAgo } from '../../parts/ago'
import { Refused } from '../../parts/refused'
import { TestMark } from '../../parts/test-mark'
import { HIDING_MESSAGE } from '../../raise/raise-words'
import { useTakerAnswer } from './use-taker-answer'
import { stateSeen, whoComes, whoHas } from './who-has'

type Props = {
  alarm: PartnerAlarm
  readAt: Date
  /** Address of the list; the alarm's own page lies below it. */
  list: string
  isCurrent: boolean
  answer: TakerAnswer | undefined
}

/**
 * An alarm in the partner's list. A waiting alarm is red, large and taken with one tap, which leads to its page. If
 * taking fails, the guard stays in the list, where the next alarm sounds, and reads why.
 */
export function PartnerCard({ alarm, readAt, list, isCurrent, answer: answered }: Props) {
  const take = useFetcher<TakerAnswer>()
  const answer = useTakerAnswer(take.data ?? answered, alarm)
  const to = `${list}/${alarm.id}`
  return (
    <>
      <Refused answer={answer} className="mb-2">
        {isOpen(alarm.state) ? (
          <Link to={to} className="link inline-flex min-h-12 items-center">
            Öppna larmet
          </Link>
        ) : null}
      </Refused>
      {alarm.state === 'new' ? (
        <Waiting alarm={alarm} readAt={readAt} list={list} to={to} take={take} />
      ) : (
        <Known alarm={alarm} to={to} isCurrent={isCurrent} />
      )}
    </>
  )
}

/** An alarm that somebody has, or that is over. */
function Known({ alarm, to, isCurrent }: Pick<Props, 'alarm' | 'isCurrent'> & { to: string }) {
  return (
    <article
      aria-labelledby={`rad-${alarm.id}`}
      className={`relative rounded-card bg-surface p-4 ${alarm.isMine && isOpen(alarm.state) ? 'border-2 border-lamp' : 'border-2 border-transparent'} ${isCurrent ? 'bg-mist' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={`rad-${alarm.id}`} className="text-h4">
          <Link
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {formatPostcode(alarm.postcode)}, kl. {formatClock(alarm.createdAt)}
          </Link>
        </h2>
        <span className="flex flex-wrap gap-2">
          {alarm.isTest ? <Badge tone="lamp">TEST</Badge> : null}
          <Badge tone={isOpen(alarm.state) ? 'spruce' : 'neutral'}>{stateSeen(alarm)}</Badge>
        </span>
      </div>
      <p className="mt-1 text-soft">{whoHas(alarm)}</p>
      {isOpen(alarm.state) && alarm.companions.length > 0 ? <p className="mt-1 text-soft">{whoComes(alarm)}</p> : null}
    </article>
  )
}

type WaitingProps = Pick<Props, 'alarm' | 'readAt' | 'list'> & { to: string; take: FetcherWithComponents<TakerAnswer> }

function Waiting({ alarm, readAt, list, to, take }: WaitingProps) {
  // The button of a member who hides has a fixed text, which stands above already.
  const again = newestPressIn(alarm.updates.filter(({ message }) => !message.startsWith(HIDING_MESSAGE)))
  const look = alarm.isTest ? 'border-2 border-lamp border-dashed bg-surface' : 'bg-alarm text-on-alarm'
  return (
    <article aria-labelledby={`rad-${alarm.id}`} className={`rounded-card p-[min(1.25rem,5vw)] ${look}`}>
      {alarm.isTest ? <TestMark /> : null}
      <h2 id={`rad-${alarm.id}`} className="text-h3">
        {alarm.isTest ? 'Testlarm' : 'Larm'} i {formatPostcode(alarm.postcode)}
        {alarm.isNeighbours ? ' (grannkvarter)' : ''}
      </h2>
      <p className="mt-1 text-lead">
        {alarm.reporterName} · {howLongAgo((again ?? alarm).createdAt, readAt)}
        {alarm.urgency > 1 ? ` · larmat ${alarm.urgency} gånger` : ''}
      </p>
      {alarm.isHiding ? (
        <p className="mt-3 border-3 border-current px-3 py-2 text-lead font-semibold">
          Ring inte. Personen gömmer sig.
        </p>
      ) : null}
      <p className="mt-3 text-lead font-semibold wrap-anywhere whitespace-pre-line">{(again ?? alarm).message}</p>
      {again ? (
        <p className="mt-2 wrap-anywhere whitespace-pre-line">
          Först, kl. {formatClock(alarm.createdAt)}: {alarm.message}
        </p>
      ) : null}
      <Form action={list} fetcher={take} className="mt-4 grid grid-cols-1 gap-2">
        <input type="hidden" name="alarm" value={alarm.id} />
        <SubmitButton
          name="intent"
          value="take"
          variant="primary"
          size="large"
          busyText="Tar larmet..."
          className="min-h-16 w-full text-h4"
        >
          {alarm.isTest ? 'Ta testet' : 'Ta larmet'}
        </SubmitButton>
      </Form>
      <Link to={to} className="mt-2 inline-flex min-h-12 items-center font-semibold underline underline-offset-4">
        Visa mer
      </Link>
    </article>
  )
}

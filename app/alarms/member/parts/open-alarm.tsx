import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatClock } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { isOpen, stepLabels } from '../../alarm'
import { lastTakerOf, whatBecameOf } from '../../answer/former/former-takers'
import type { FollowedAlarm } from '../../history/alarm-wire'
import { hasReachedNoGuard, hasTestFailed, testEndOf } from '../../history/lamps'
import { AlarmLamps } from '../../parts/alarm-lamps'
import { LineState } from '../../parts/line-state'
import { TestMark } from '../../parts/test-mark'
import { minutesAndSeconds, useSecondsLeft } from '../../parts/until'
import { nobodyHere } from '../../raise/raise-words'
import { whoComeToo } from '../../words/names'
import { howItGoesOn, tooLong, whatIsSo } from '../how-it-goes-on'
import { CallButton } from './emergency-call'
import { showWhatBecame } from './show-what-became'

type Props = {
  alarm: FollowedAlarm
  openedAt: Date
  /** This page has sent an alarm. Needed beside `openedAt`, since a press can reopen an alarm that is older than the page. */
  hasSent?: boolean
  serverNow: Date
  /** Null where another alarm on the page says it. */
  hasLine: boolean | null
  /** False for a member who is logged out: to say that they are safe they must log in first, which would leave this page. */
  maySay: boolean
}

/** The member's own alarm, from the press to its end. */
export function OpenAlarm({ alarm, openedAt, hasSent = false, serverNow, hasLine, maySay }: Props) {
  const open = isOpen(alarm.state)
  const lost = lastTakerOf(alarm)
  const heading = useRef<HTMLHeadingElement>(null)
  // Only a press on this page moves the focus here: a page that is opened while an alarm is out starts at its top (0254).
  const isOfThisPage = hasSent || alarm.createdAt > openedAt
  useEffect(() => {
    if (heading.current && isOfThisPage) showWhatBecame(heading.current)
  }, [isOfThisPage])
  return (
    <section aria-labelledby={`larm-${alarm.id}`} className="rounded-card bg-surface p-[min(1.25rem,6vw)] sm:p-7">
      {alarm.isTest ? <TestMark /> : null}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 ref={heading} id={`larm-${alarm.id}`} tabIndex={-1} data-own-alarm className="scroll-mt-2 text-h3">
          {open ? whatIsSo(alarm) : over(alarm)}
        </h2>
        {alarm.urgency > 1 ? <Badge tone="lamp">Larmat {alarm.urgency} gånger</Badge> : null}
      </div>
      {open && hasLine !== null ? <LineState hasLine={hasLine} className="mt-3" /> : null}
      {open && alarm.companions.length > 0 ? <p className="mt-1 text-lead">{whoComeToo(alarm.companions)}.</p> : null}
      {open && lost ? <p className="mt-1 text-lead">{whatBecameOf(lost)}. Vi larmar alla igen.</p> : null}
      {open && alarm.state === 'new' && !alarm.isTest ? <NobodyYet alarm={alarm} serverNow={serverNow} /> : null}
      {hasTestFailed(alarm) ? (
        <p className="mt-1 text-lead">
          Prova igen om en stund. Når det fortfarande ingen, så hör av dig till oss. Ring {EMERGENCY_NUMBER} om du är i
          fara.
        </p>
      ) : null}
      <div className="mt-6">
        <AlarmLamps alarm={alarm} />
      </div>
      <OwnWords alarm={alarm} />
      {open && (maySay || alarm.safeAt) ? <Safe alarm={alarm} /> : null}
      <Link
        to={href('/dashboard/customer/safety/history/:id', { id: alarm.id })}
        className="link mt-4 inline-flex min-h-12 items-center"
      >
        Allt som hänt med larmet
      </Link>
    </section>
  )
}

const over = (alarm: FollowedAlarm) => (alarm.isTest ? testEndOf(alarm) : 'Larmet är avslutat')

/** What happens next while nobody has answered, and a plain warning when it has taken too long. */
function NobodyYet({ alarm, serverNow }: { alarm: FollowedAlarm; serverNow: Date }) {
  const left = useSecondsLeft(alarm.next?.at ?? null, serverNow)
  const goesOn = howItGoesOn(alarm.next !== null)
  if (alarm.noPartners) {
    return (
      <div role="alert" className="mt-4 rounded-card bg-alarm p-5 text-on-alarm">
        <p className="text-h3">{nobodyHere.title}</p>
        <p className="mt-1">{nobodyHere.told(alarm.sentElsewhere, alarm.widenedAt !== null)}</p>
        {alarm.toldNobodyAt ? <p className="mt-1">Ingen har svarat än. {goesOn}</p> : null}
        <CallButton className="mt-4 min-h-14 text-h4" />
      </div>
    )
  }
  if (alarm.toldNobodyAt) {
    return (
      <div role="alert" className="mt-4 rounded-card bg-alarm p-5 text-on-alarm">
        <p className="text-h3">{tooLong(alarm)}</p>
        {hasReachedNoGuard(alarm) && alarm.sentElsewhere.operators > 0 ? (
          <p className="mt-1">Larmet är skickat till {alarm.sentElsewhere.operators} i jouren.</p>
        ) : null}
        <p className="mt-1">{goesOn}</p>
        <CallButton className="mt-4 min-h-14 text-h4" />
      </div>
    )
  }
  if (!alarm.next) return null
  return (
    <p className="mt-3 rounded-control bg-mist px-4 py-3">
      Ingen har tagit det än. {stepLabels[alarm.next.kind]}{' '}
      {left === null ? (
        <>kl. {formatClock(alarm.next.at)}.</>
      ) : (
        <>
          om{' '}
          <span role="timer" className="tabular font-semibold">
            {minutesAndSeconds(left)}
          </span>
          .
        </>
      )}
    </p>
  )
}

function OwnWords({ alarm }: { alarm: FollowedAlarm }) {
  return (
    <div className="mt-6 grid grid-cols-1 gap-3 border-line border-t pt-5">
      <Words at={alarm.createdAt} who={alarm.origin === 'walk' ? 'Larmet gick' : 'Du skrev'} text={alarm.message} />
      {alarm.updates.map(({ id, by, message, createdAt }) => (
        <Words
          key={id}
          at={createdAt}
          who={by === 'member' ? 'Du skrev' : by === 'partner' ? 'Partnern' : 'Jouren'}
          text={message}
        />
      ))}
    </div>
  )
}

function Words({ at, who, text }: { at: Date; who: string; text: string }) {
  return (
    <div>
      <p className="text-small text-soft">
        {who} kl. {formatClock(at)}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  )
}

function Safe({ alarm }: { alarm: FollowedAlarm }) {
  if (alarm.safeAt) {
    return (
      <p className="mt-5 font-semibold">
        Du har sagt att du är trygg, kl. {formatClock(alarm.safeAt)}. Den som tagit larmet får veta det.
      </p>
    )
  }
  return (
    <Form action="?#top" className="mt-5">
      <input type="hidden" name="alarm" value={alarm.id} />
      <SubmitButton
        variant="primary"
        size="large"
        icon="shield"
        busyText={alarm.isTest ? 'Avslutar...' : 'Säger till...'}
        className="w-full"
        name="intent"
        value="safe"
      >
        {alarm.isTest ? 'Avsluta testet' : 'Jag är trygg'}
      </SubmitButton>
      {alarm.isTest ? null : (
        <p className="mt-2 text-small text-soft">
          {alarm.state === 'new' ? 'Larmet blåses av.' : 'Den som har larmet får veta det, och avslutar larmet.'}
        </p>
      )}
    </Form>
  )
}

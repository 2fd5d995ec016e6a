import { blockedWords } from '~/accounts/public'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatMoment } from '~/shared/time'
import { Button } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import type { KeptAlarm } from '../../offline/kept/kept-alarms'
import { useSecondsLeft } from '../../parts/until'
import type { SendingState, Written } from './use-sending'

export type Sending = {
  state: SendingState
  /** The server has confirmed a real alarm that this page sent. */
  hasSent: boolean
  send(written: Written, onSent?: () => void): void
  cancel(): void
  /** Sends an old kept alarm after the member has confirmed it. */
  confirm(): void
  tryNow(): void
}

/** `hasAlarm`: one that was sent before is out; what is being sent belongs to it. */
type Props = Sending & { isBlocked: boolean; hasAlarm: boolean }

/** Shows an alarm that is not yet answered. Renders nothing while the first try is within its normal time. */
export function SendingCard({ state, cancel, confirm, tryNow, isBlocked, hasAlarm }: Props) {
  if (state.kind === 'writing') return null
  if (state.kind === 'asking') return <AskCard alarm={state.alarm} onSend={confirm} onDrop={cancel} />
  if (state.kind === 'sending' && state.tries === 0 && !state.isSlow) return null
  const what = state.alarm.isTest ? 'Testlarmet' : 'Larmet'
  return (
    <section aria-labelledby="inte-skickat" className="rounded-card border-2 border-lamp bg-surface p-5 sm:p-6">
      <h2 id="inte-skickat" className="flex items-start gap-3 text-h3">
        <Icon name="warning" className="mt-0.5 text-lamp-ink" />
        {isBlocked && hasAlarm ? 'Det du skrev nu är inte skickat' : `${what} är inte skickat${isBlocked ? '' : ' än'}`}
      </h2>
      <div role="status" className="mt-2 text-lead">
        {state.kind === 'sending' ? <p>{state.isSlow ? 'Det tar längre tid än vanligt.' : 'Skickar larm...'}</p> : null}
        {state.kind === 'not them' && isBlocked ? <p>{blockedWords({ hasAlarm })}</p> : null}
        {state.kind === 'not them' && !isBlocked ? (
          <p>
            Du är inte inloggad längre.{' '}
            {state.isSaved
              ? `${what} ligger kvar här tills du loggar in.`
              : `${what} är inte sparat: skriv om det sedan.`}
            {hasAlarm ? ' Det som står om larmet här nedanför kan ha ändrats.' : null}
          </p>
        ) : null}
        {state.kind === 'waiting' ? <Why because={state.because} /> : null}
        {state.kind === 'still kept' ? <p>{what} kunde inte tas bort ännu. Tryck på Ångra igen.</p> : null}
      </div>
      {state.kind === 'waiting' ? <Again again={state.again} since={state.since} /> : null}
      <p className="mt-3 font-semibold">Ring {EMERGENCY_NUMBER} vid fara.</p>
      <blockquote className="mt-4 border-line border-l-3 pl-4 wrap-anywhere whitespace-pre-line text-soft">
        {state.alarm.message}
      </blockquote>
      <div className="mt-5 flex flex-wrap gap-3">
        {state.kind === 'not them' && isBlocked ? null : state.kind === 'not them' ? (
          <a href="/auth?redirectTo=/dashboard/customer/safety" className="link inline-flex min-h-12 items-center">
            Logga in och skicka
          </a>
        ) : (
          <Button type="button" onClick={tryNow} busy={state.kind === 'sending'} busyText="Försöker...">
            Försök nu
          </Button>
        )}
        {state.kind === 'sending' ? null : (
          <Button type="button" variant="quiet" onClick={cancel}>
            Ångra
          </Button>
        )}
      </div>
    </section>
  )
}

type Asked = { alarm: KeptAlarm; onSend(): void; onDrop(): void }

/** Asks about an alarm that was written long ago and never sent: only the member knows whether it still holds. */
function AskCard({ alarm, onSend, onDrop }: Asked) {
  const what = alarm.isTest ? 'Ett testlarm' : 'Ett larm'
  return (
    <section aria-labelledby="fraga" className="rounded-card border-2 border-lamp bg-surface p-5 sm:p-6">
      <h2 id="fraga" className="flex items-start gap-3 text-h3">
        <Icon name="warning" className="mt-0.5 text-lamp-ink" />
        {what} blev aldrig skickat
      </h2>
      <p role="status" className="mt-2 text-lead">
        Du skrev detta {formatMoment(new Date(alarm.writtenAt))}. Skicka nu?
      </p>
      <blockquote className="mt-4 border-line border-l-3 pl-4 wrap-anywhere whitespace-pre-line text-soft">
        {alarm.message}
      </blockquote>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="button" onClick={onSend}>
          Skicka nu
        </Button>
        <Button type="button" variant="quiet" onClick={onDrop}>
          Släng det
        </Button>
      </div>
    </section>
  )
}

function Why({ because }: { because: 'no line' | 'the server' }) {
  return <p>{because === 'no line' ? 'Telefonen når inte internet.' : 'Vår server svarar inte.'}</p>
}

/** No live region: a countdown read aloud each second helps nobody. */
function Again({ again, since }: { again: Date; since: Date }) {
  const left = useSecondsLeft(again, since)
  return (
    <p className="tabular text-soft">
      Försöker igen {left === null ? 'nu' : `om ${left} s`}. Du kan låta sidan vara öppen.
    </p>
  )
}

import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { formatPostcode } from '~/postcodes/public'
import { formatClock, formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { isOpen, stateLabelOf } from '../../alarm'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import type { PartnerAlarm } from '../../history/alarm-views'
import { formsShown } from '../../parts/forms-shown'
import { useNewestAlarm } from '../../parts/newest-alarms'
import { Refused } from '../../parts/refused'
import { TestMark } from '../../parts/test-mark'
import { ClosingForm } from './closing-form'
import { ColleagueDeeds } from './colleague-deeds'
import { DeclineForm } from './decline-form'
import { Deed, NoteForm } from './deed'
import { FixAge } from './fix-age'
import { HomeShown, HomeUnknown, WhereWords } from './home-shown'
import { NoRinging } from './no-ringing'
import { PositionShown } from './position-shown'
import { useTakerAnswer } from './use-taker-answer'
import { stateSeen, whoComes, whoHas } from './who-has'

type Props = {
  alarm: PartnerAlarm
  now: Date
  /** Address of the list, or null if there is none. */
  back: string | null
  noteKey: string
  answer: TakerAnswer | undefined
  /** Whether opening the page counts as seen for the member. Not by a personal link, since link scanners open it. */
  tellsSeen: boolean
}

/** Everything about an alarm that a partner may see and do. */
export function PartnerDetail({ alarm: loaded, now, back, noteKey, answer: answered, tellsSeen }: Props) {
  const alarm = useNewestAlarm(loaded)
  const answer = useTakerAnswer(answered, alarm)
  useSeen(tellsSeen && isOpen(alarm.state) ? alarm.id : null, alarm.state === 'new')
  return (
    <article
      aria-labelledby="larmet"
      className="grid grid-cols-1 gap-5 rounded-card bg-surface p-[min(1.25rem,5vw)] sm:p-7"
    >
      <div>
        {back ? (
          <Link to={back} className="link mb-2 inline-flex min-h-12 items-center gap-2 lg:hidden">
            <Icon name="arrow-left" /> Alla larm
          </Link>
        ) : null}
        {alarm.isTest ? <TestMark /> : null}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 id="larmet" className="text-h2">
            Larm i {formatPostcode(alarm.postcode)}
          </h1>
          <Badge tone={alarm.state === 'new' ? 'alarm' : 'spruce'}>{stateSeen(alarm)}</Badge>
        </div>
        <p className="mt-1 text-soft">
          {formatMomentSeen(alarm.createdAt, now)}
          {alarm.urgency > 1 ? ` · larmat ${alarm.urgency} gånger` : ''}
          {alarm.isNeighbours ? ' · grannkvarter' : ''}
        </p>
      </div>
      {alarm.isHiding && isOpen(alarm.state) ? <NoRinging /> : null}
      {(alarm.takerName ?? alarm.nobodyHadIt) ? <WhoHas alarm={alarm} /> : null}
      <Refused answer={answer} saidBelow={formsShown(alarm)} />
      {alarm.isBare ? (
        <p className="text-soft">
          Ett dygn efter att ett larm är över visas inte längre vem som larmade eller vad som skrevs.
        </p>
      ) : (
        <>
          <Who alarm={alarm} />
          <What alarm={alarm} />
        </>
      )}
      {alarm.safeAt ? (
        <p className="rounded-control bg-fern px-4 py-3 font-semibold">
          Den som larmade sa kl. {formatClock(alarm.safeAt)} att hen är trygg.
        </p>
      ) : null}
      {isOpen(alarm.state) ? <WhereWords place={alarm.place} /> : null}
      {alarm.hasHome && mayLook(alarm) ? <HomeShown answer={answer} /> : null}
      {lacksHome(alarm) && mayLook(alarm) ? <HomeUnknown /> : null}
      {alarm.lastFix && mayLook(alarm) ? <FixAge fix={alarm.lastFix} /> : null}
      {alarm.hasPosition && mayLook(alarm) ? <PositionShown answer={answer} /> : null}
      <Deeds alarm={alarm} noteKey={noteKey} answer={answer} />
    </article>
  )
}

/** While nobody has the alarm anybody who might come may look at home and position; then those who come. */
const mayLook = ({ state, isMine, isComing }: PartnerAlarm) =>
  state === 'new' || ((isMine || isComing) && isOpen(state))

const lacksHome = ({ place, hasHome, isTest }: PartnerAlarm) => place === 'home' && !hasHome && !isTest

function Who({ alarm }: { alarm: PartnerAlarm }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-lead">
        <span className="font-semibold">{alarm.reporterName}</span>
      </p>
      {alarm.reporterPhone ? (
        <ButtonLink to={`tel:${alarm.reporterPhone}`} variant="secondary" icon="phone">
          Ring {alarm.reporterShownPhone}
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** Who has the alarm, before anything else. A live region, so that a change is read aloud. */
function WhoHas({ alarm }: { alarm: PartnerAlarm }) {
  if (!isOpen(alarm.state)) return <p className="text-soft">{whoHas(alarm)}</p>
  return (
    <div role="status" className="rounded-control bg-mist px-4 py-3 text-lead font-semibold">
      <p>{whoHas(alarm)}</p>
      {alarm.companions.length > 0 ? <p className="font-normal">{whoComes(alarm)}</p> : null}
    </div>
  )
}

function What({ alarm }: { alarm: PartnerAlarm }) {
  return (
    <div className="grid grid-cols-1 gap-4 border-line border-l-3 pl-4">
      <p className="text-lead font-semibold wrap-anywhere whitespace-pre-line">{alarm.message}</p>
      {alarm.updates.map(({ id, by, message, createdAt }) => (
        <div key={id}>
          <p className="text-small text-soft">
            {by === 'member' ? 'Den som larmade' : by === 'partner' ? 'Partner' : 'Jouren'} kl. {formatClock(createdAt)}
          </p>
          <p className="text-lead wrap-anywhere whitespace-pre-line">{message}</p>
        </div>
      ))}
    </div>
  )
}

function Deeds({ alarm, noteKey, answer }: Pick<Props, 'alarm' | 'noteKey' | 'answer'>) {
  if (!isOpen(alarm.state)) {
    return alarm.closedAt ? (
      <p className="font-semibold">
        {stateLabelOf(alarm)} kl. {formatClock(alarm.closedAt)}.
      </p>
    ) : null
  }
  if (alarm.state === 'new') {
    return (
      <>
        <Deed intent="take" words={alarm.isTest ? 'Ta testet' : 'Ta larmet'} busy="Tar larmet..." variant="alarm" />
        <DeclineForm answer={answer} />
      </>
    )
  }
  if (alarm.isColleagues) return <ColleagueDeeds alarm={alarm} noteKey={noteKey} answer={answer} />
  if (!alarm.isMine) return <p className="text-soft">Du behöver inte göra något.</p>
  return (
    <>
      {alarm.pressWaits ? <PressWaits /> : null}
      {alarm.state === 'acknowledged' ? <WayThere setOutAt={alarm.setOutAt} /> : null}
      <ClosingForm
        answer={answer}
        isNext={alarm.state === 'on_site'}
        updates={alarm.updates}
        endsAsFalse={alarm.endsAsFalse}
      />
      <NoteForm noteKey={noteKey} answer={answer} />
      <div className="border-line border-t pt-5">
        <p className="mb-3 text-soft">
          {alarm.state === 'on_site' ? 'Måste du åka därifrån?' : 'Kan du inte ta dig dit?'}{' '}
          {alarm.safeAt
            ? 'Den som larmade har sagt att hen är trygg, så då blåses larmet av.'
            : 'Då går larmet ut till alla igen.'}
        </p>
        <Deed intent="handBack" words="Lämna tillbaka larmet" busy="Lämnar tillbaka..." variant="secondary" />
      </div>
    </>
  )
}

function PressWaits() {
  return (
    <div role="status" className="grid grid-cols-1 gap-3 rounded-card border-2 border-lamp p-4">
      <p className="font-semibold">Den som larmade har larmat igen. Svara, annars larmas alla igen.</p>
      <Deed intent="heard" words="Jag har sett det" busy="Svarar..." variant="primary" />
    </div>
  )
}

/** Posts 'seen' once, and again if the alarm is handed back while it is on the screen: it is then new to everybody. */
function useSeen(alarmId: string | null, isNew: boolean) {
  const { submit } = useFetcher()
  const told = useRef<string>(null)
  useEffect(() => {
    if (alarmId && (isNew || told.current !== alarmId)) void submit({ intent: 'seen' }, { method: 'post' })
    told.current = alarmId
  }, [alarmId, isNew, submit])
}

/**
 * Both buttons keep their place, so that a double tap cannot hit another deed; what was said is therefore shown below
 * them. The expected one is prominent. Setting out can be said again, as a sign of life.
 */
function WayThere({ setOutAt }: { setOutAt: Date | null }) {
  const hasSetOut = setOutAt !== null
  return (
    <>
      <Deed
        intent="setOut"
        words={hasSetOut ? 'Fortfarande på väg' : 'Jag är på väg'}
        busy="Säger till..."
        variant={hasSetOut ? 'secondary' : 'primary'}
      />
      <Deed
        intent="arrive"
        words="Jag är på plats"
        busy="Säger till..."
        variant={hasSetOut ? 'primary' : 'secondary'}
      />
      {setOutAt ? (
        <p role="status" className="text-soft">
          Du sa kl. {formatClock(setOutAt)} att du är på väg. Säg till när du är på plats.
        </p>
      ) : null}
    </>
  )
}

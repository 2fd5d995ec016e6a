import type { ReactNode } from 'react'
import { formatPostcode } from '~/postcodes/public'
import { Icon } from '~/ui/marks/icon'
import { isOpen } from '../../alarm'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import type { PartnerAlarm } from '../../history/alarm-views'
import { LineState } from '../../parts/line-state'
import { NewestAlarms } from '../../parts/newest-alarms'
import { useAlarmNews, useNewest } from '../../parts/use-alarm-news'
import { waitingOf } from '../open-alarms'
import { LitScreen } from './lit-screen'
import { PartnerCard } from './partner-card'
import { SoundSwitch } from './sound-switch'
import { useSiren } from './use-siren'
import { useTitle } from './use-title'

export type BoardProps = {
  who: 'person' | 'guard'
  alarms: readonly PartnerAlarm[]
  now: Date
  /** Null when the company may be sent alarms, otherwise the reason why it may not. */
  notCalled: string | null
  /** Address of the list; each alarm's own page lies below it. */
  address: string
  currentId: string | undefined
  /** Result of taking an alarm in the list without JavaScript. */
  answer: TakerAnswer | undefined
  children: ReactNode
}

/** The alarm list of those who can come: waiting alarms first, then the guard's own, then the rest. */
export function PartnerBoard(props: BoardProps) {
  const { who, alarms: loaded, now, notCalled, address, currentId, answer, children } = props
  const { alarms, tell, readAt } = useNewest(loaded, now)
  const hasLine = useAlarmNews(
    who,
    (news) => {
      if ('partner' in news) tell(news.now, news.partner)
    },
    notCalled === null,
  )
  const shown = notCalled === null ? alarms : []
  const waiting = waitingOf(shown)
  const siren = useSiren(waiting.length > 0)
  useTitle(waiting.length)
  // On an alarm's page the alarm has the h1.
  const Heading = currentId ? 'h2' : 'h1'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start">
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${currentId ? 'max-lg:hidden' : ''}`}>
        <Heading className="text-h2">Larm</Heading>
        {notCalled ? (
          <NotCalled why={notCalled} />
        ) : (
          <>
            <LineState
              lost="Uppkopplingen är borta. Nya larm syns inte här förrän den är tillbaka; SMS kommer ändå."
              hasLine={hasLine}
            />
            <WithoutScripts address={address} isList={!currentId && !answer} />
            <SoundSwitch {...siren} />
            <LitScreen />
            <List alarms={shown} readAt={readAt} address={address} currentId={currentId} answer={answer} />
          </>
        )}
      </div>
      <div className={currentId ? '' : 'max-lg:hidden'}>
        {currentId ? (
          <>
            {notCalled ? null : (
              // On a phone the list, which says the same, is hidden.
              <div className="noscript:mb-4 lg:hidden">
                <LineState
                  className="mb-4"
                  lost="Uppkopplingen är borta. Det som står här kan ha ändrats; SMS kommer ändå."
                  hasLine={hasLine}
                />
                <WithoutScripts address={address} isList={false} />
              </div>
            )}
            <NewestAlarms value={shown}>{children}</NewestAlarms>
          </>
        ) : (
          shown.length > 0 && (
            <p className="rounded-card bg-surface p-7 text-soft">Välj ett larm för att se allt om det.</p>
          )
        )}
      </div>
      <p role="alert" className="sr-only">
        {waiting[0] ? `Larm i ${formatPostcode(waiting[0].postcode)} väntar på någon.` : null}
      </p>
    </div>
  )
}

/** Without scripts the list reloads itself; not an alarm's page, where something may be being written, nor a refusal. */
function WithoutScripts({ address, isList }: { address: string; isList: boolean }) {
  return (
    <noscript>
      {isList ? <meta httpEquiv="refresh" content={`8;url=${address}`} /> : null}
      <p className="rounded-card bg-surface px-4 py-3">
        {isList ? (
          'Utan JavaScript hämtas sidan om var åttonde sekund, och larmen hörs inte. SMS kommer ändå.'
        ) : (
          <>
            Utan JavaScript kommer nya larm inte hit av sig själva. <a href={address}>Till listan</a> för att se dem;
            SMS kommer ändå.
          </>
        )}
      </p>
    </noscript>
  )
}

function NotCalled({ why }: { why: string }) {
  return (
    <div className="rounded-card bg-surface p-5">
      <h2 className="flex items-center gap-3 text-h4">
        <Icon name="warning" className="text-lamp-ink" />
        Ni får inga larm
      </h2>
      <p className="mt-2 text-soft">{why}</p>
    </div>
  )
}

type ListProps = Pick<BoardProps, 'alarms' | 'address' | 'currentId' | 'answer'> & { readAt: Date }

function List({ alarms, readAt, address, currentId, answer }: ListProps) {
  if (alarms.length === 0) {
    return (
      <p className="rounded-card bg-surface p-5 text-soft">
        Inga larm just nu.{' '}
        <span className="noscript:hidden">Håll sidan öppen, så syns och hörs ett nytt larm här inom en sekund.</span>
      </p>
    )
  }
  return (
    <ul className="grid grid-cols-1 gap-3" aria-label="Larm">
      {[...alarms].sort(byNeed).map((alarm) => (
        <li key={alarm.id}>
          <PartnerCard
            alarm={alarm}
            readAt={readAt}
            list={address}
            isCurrent={alarm.id === currentId}
            answer={answer?.values?.alarm === alarm.id ? answer : undefined}
          />
        </li>
      ))}
    </ul>
  )
}

const needOf = ({ state, isTest, isMine, isComing }: PartnerAlarm) => {
  if (state === 'new') return isTest ? 2 : 0
  if (isOpen(state)) return isMine || isComing ? 1 : 3
  return 4
}

/** Sorted by urgency. Among waiting alarms the oldest is first; otherwise the newest. */
function byNeed(one: PartnerAlarm, other: PartnerAlarm): number {
  const age = one.createdAt.getTime() - other.createdAt.getTime()
  return needOf(one) - needOf(other) || (needOf(one) === 0 ? age : -age)
}

import { data } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatClock } from '~/shared/time'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { useFollowing } from '../../member/parts/use-following'
import { AlarmLamps } from '../../parts/alarm-lamps'
import { LineState } from '../../parts/line-state'
import { LinkFrame, secrecy } from '../../parts/link-frame'
import { TestMark } from '../../parts/test-mark'
import { leaveByAlarmLink, readWatchedAlarm, type WatchedAlarm } from '../follow-alarm.server'
import { watchedWords } from '../watched-words'
import type { Route } from './+types/watched-alarm'

export const headers = () => secrecy

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Hur det går',
    description: 'Ett larm som du följer.',
    path: '/larm',
    hidden: true,
  })
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const alarm = await readWatchedAlarm(context.get(houseContext), params.token)
  return data({ alarm }, { status: alarm ? 200 : 404, headers: secrecy })
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const house = context.get(houseContext)
  const values = await readForm(request, ['leave'])
  const left = orAnswer(await leaveByAlarmLink(house, params.token))
  if (!left.ok) return answerRefused(values, left)
  house.wake('messages')
  return redirectWithNotice('/far-veta', { tone: 'normal', title: 'Du får inte veta mer' })
}

/** An alarm's progress for a person of the circle, who can only ring: no login, no place, no words of the member. */
export default function WatchedAlarmPage({ loaderData: { alarm } }: Route.ComponentProps) {
  const hasLine = useFollowing()
  return (
    <LinkFrame isNight>
      {alarm ? (
        <>
          <LineState hasLine={hasLine} />
          <Watched alarm={alarm} />
        </>
      ) : (
        <div className="rounded-card bg-surface p-6">
          <h1 className="text-h2">Länken gäller inte</h1>
          <p className="mt-3">
            Larmet kan vara över sedan ett dygn, eller så får du inte längre veta. Ring {EMERGENCY_NUMBER} om du tror
            att någon är i fara.
          </p>
        </div>
      )}
    </LinkFrame>
  )
}

function Watched({ alarm }: { alarm: WatchedAlarm }) {
  const { title, text, isUrgent } = watchedWords(alarm)
  return (
    <>
      <section className="rounded-card bg-surface p-[min(1.25rem,6vw)] sm:p-7">
        {alarm.isTest ? <TestMark text="Det här är ett test." /> : null}
        <h1 className="text-h2 wrap-anywhere">{title}</h1>
        <p className="mt-2 text-soft">
          {alarm.isWalk ? 'Följ mig hem: har inte kommit hem. Larmet gick' : 'Larmet kom'} kl.{' '}
          {formatClock(alarm.createdAt)}.
        </p>
        <p className={`mt-4 rounded-card p-5 text-lead ${isUrgent ? 'bg-alarm text-on-alarm' : 'bg-mist'}`}>{text}</p>
        <div className="mt-6">
          <AlarmLamps alarm={alarm} />
        </div>
      </section>
      {alarm.closedAt ? null : (
        <noscript>
          <meta httpEquiv="refresh" content="8" />
          <p className="rounded-control bg-mist px-4 py-3">Sidan hämtas om var åttonde sekund.</p>
        </noscript>
      )}
      <p className="text-small text-soft">
        Länken är bara din. Den visar larmet så länge det pågår och ett dygn efteråt. Var {alarm.memberName} är visas
        inte här.
      </p>
      <Form action="?">
        <SubmitButton name="intent" value="leave" variant="quiet" busyText="Säger till...">
          Jag vill inte få veta mer
        </SubmitButton>
      </Form>
    </>
  )
}

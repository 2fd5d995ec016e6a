import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { isLostAnswer, useKeptAnswer } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { isOpen } from '../../alarm'
import { CircleTold } from '../../circle/parts/circle-told'
import { ReadyLine } from '../../home/parts/ready-line'
import { WalkLine } from '../going-on/walk-line'
import { CoverageLine } from '../parts/coverage-line'
import { EmergencyBar, EmergencyCall } from '../parts/emergency-call'
import { EmergencyNumbers, HowItWorks } from '../parts/emergency-numbers'
import { EndedAlarm } from '../parts/ended-alarm'
import { Hiding } from '../parts/hiding'
import { OpenAlarm } from '../parts/open-alarm'
import { RaiseForm } from '../parts/raise-form'
import { SendingCard } from '../parts/sending-card'
import { SessionOver } from '../parts/session-over'
import { TestLane } from '../parts/test-lane'
import { useOwnAlarms } from '../parts/use-own-alarms'
import { useSendingOnce } from '../parts/use-sending-once'
import { loadAnew } from '../parts/use-session'
import { WithoutScripts } from '../parts/without-scripts'
import { readSafetyPage } from '../read-safety-page.server'
import type { Route } from './+types/raise'
import { answerMember, memberForms } from './member-deeds.server'

/** Dark in both themes: the page is read at night by frightened people. */
export const handle = { night: true }

const address = href('/dashboard/customer/safety')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Trygghetslarm',
    description: 'Larma trygghetspartnerna i ditt kvarter.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const page = await readSafetyPage(context.get(houseContext), signedIn)
  return { ...page, isWriting: new URL(request.url).searchParams.has('skriv') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  return answerMember(context.get(houseContext), signedIn, address, await readForm(request, memberForms))
}

/** After another member's login in the same browser the page loads anew, so that no words of the first are sent. */
export default function RaisePage(props: Route.ComponentProps) {
  const [whose] = useState(props.loaderData.memberId)
  return whose === props.loaderData.memberId ? <Raise {...props} /> : <LoadedAnew />
}

function LoadedAnew() {
  useEffect(loadAnew, [])
  return null
}

/** For how long an ended alarm stands above the form that sends a new one; afterwards below. */
const headsForMs = 5 * 60_000

function Raise({ loaderData, actionData }: Route.ComponentProps) {
  const { memberId, formKey, testKey, coverage, isAreaOpen } = loaderData
  // The time of the first load, not of later revalidations: content being read must not move, and the field being typed
  // in must keep its focus.
  const [openedAt] = useState(loaderData.now)
  // The first load's, since each one is sealed anew.
  const [mark] = useState(loaderData.accountMark)
  const own = useOwnAlarms(loaderData.alarms, loaderData.now, mark)
  const { alarms, readAt, hasLine, isOver, isBlocked, stands } = own
  const sending = useSendingOnce(memberId)
  const answer = useKeptAnswer(actionData)
  const told = answer?.intent === 'tell' ? answer : null
  // An unanswered form other than the alarm's own, such as 'Jag är trygg', is reported by a notice, and not inside the
  // form that sends an alarm.
  const raised = told || (answer?.intent !== 'raise' && isLostAnswer(answer)) ? null : answer
  const real = alarms.find(({ isTest }) => !isTest)
  const test = alarms.find(({ isTest }) => isTest)
  const isUpdate = real !== undefined && isOpen(real.state)
  const isWriting = loaderData.isWriting || raised?.refusal != null
  const isLongOver = openedAt.getTime() - (real?.closedAt?.getTime() ?? Number.POSITIVE_INFINITY) > headsForMs
  // A refused form comes first: without scripts the answer is a new page, which begins at its top. Only the answer that
  // the page opened with, so that nothing moves later.
  const [isRefusedOnArrival] = useState(raised?.intent === 'raise' && raised.refusal != null)
  const isFormFirst = isLongOver || (isRefusedOnArrival && real?.closedAt != null && real.closedAt <= openedAt)
  const ended = real ? (
    <EndedAlarm
      alarm={real}
      formKey={loaderData.tellKey}
      refusal={told?.refusal ?? null}
      values={told?.values ?? null}
    />
  ) : null
  const call = useRef<HTMLElement>(null)
  const send = useRef<HTMLButtonElement>(null)
  const { state } = sending
  const isRefused = state.kind === 'not them'
  useEffect(() => {
    if (isRefused) void stands()
  }, [isRefused, stands])
  // An old kept alarm that is asked about does not hide the form.
  const unanswered = state.kind !== 'writing' && state.kind !== 'asking' && !state.alarm.isTest
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 short:-mt-3 short:gap-2.5">
      <h1 className="text-h1 short:text-h4">Trygghets&shy;larm</h1>
      <EmergencyCall ref={call} />
      <SendingCard {...sending} isBlocked={isBlocked} hasAlarm={isUpdate} />
      {isOver && !unanswered ? <SessionOver hasAlarm={isUpdate} isBlocked={isBlocked} /> : null}
      {hasLine || isUpdate || unanswered ? null : (
        <p role="status" className="rounded-control bg-lamp px-4 py-3 font-semibold text-on-lamp">
          Uppkopplingen är borta. Skriv ändå: larmet skickas så fort den är tillbaka.
        </p>
      )}
      {isUpdate ? (
        <>
          <OpenAlarm
            alarm={real}
            openedAt={openedAt}
            hasSent={sending.hasSent}
            serverNow={readAt}
            hasLine={hasLine}
            maySay={!isOver}
          />
          <Hiding alarm={real} formKey={loaderData.hideKey} sending={sending} />
          <CircleTold told={loaderData.told} sentTo={real.sentTo} />
          <WithoutScripts isWriting={isWriting} address={address} />
        </>
      ) : null}
      {isFormFirst ? null : ended}
      {/* Without scripts the page refreshes itself, which would discard what is being typed. */}
      <div id="skriv" className={isUpdate && !isWriting ? 'noscript:hidden' : ''} hidden={unanswered}>
        <RaiseForm
          memberId={memberId}
          memberName={loaderData.memberName}
          formKey={formKey}
          refusal={raised?.refusal ?? null}
          values={raised?.values ?? null}
          sending={sending}
          sendButton={send}
          setup={loaderData.setup}
          open={isUpdate ? real : null}
        />
      </div>
      {/* Below the button, which it would otherwise push off the first screen of a phone. */}
      {loaderData.walk ? <WalkLine walk={loaderData.walk} /> : null}
      {isUpdate ? null : <CoverageLine coverage={coverage} isAreaOpen={isAreaOpen} />}
      {isUpdate ? null : <ReadyLine missing={loaderData.missing} />}
      {isFormFirst ? ended : null}
      {test ? (
        <OpenAlarm
          alarm={test}
          openedAt={openedAt}
          serverNow={readAt}
          hasLine={isUpdate ? null : hasLine}
          maySay={!isOver}
        />
      ) : null}
      <HowItWorks />
      <EmergencyNumbers />
      <TestLane formKey={testKey} sending={sending} />
      <Link to={href('/dashboard/customer/safety/walk')} className="link inline-flex min-h-12 items-center">
        Följ mig hem
      </Link>
      <Link to={href('/dashboard/customer/safety/circle')} className="link inline-flex min-h-12 items-center">
        De som får veta när du larmar
      </Link>
      <Link to={href('/dashboard/customer/safety/history')} className="link inline-flex min-h-12 items-center">
        Mina tidigare larm
      </Link>
      <EmergencyBar unless={call} clearOf={send} />
    </div>
  )
}

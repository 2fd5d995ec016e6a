import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLook } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPostcode } from '~/postcodes/public'
import { formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'
import { stateLabelOf } from '../../alarm'
import { answerTaker, takerForms } from '../../answer/pages/taker-deeds.server'
import { isStrange } from '../../history/alarm-views'
import { lookAgain, stayWithoutLine } from '../../member/parts/stay-without-line'
import { useTakerAnswer } from '../../partner/parts/use-taker-answer'
import { LineState } from '../../parts/line-state'
import { TestMark } from '../../parts/test-mark'
import { TimelineList } from '../../parts/timeline-list'
import { useAlarmNews } from '../../parts/use-alarm-news'
import { DeliveryTable } from '../parts/delivery-table'
import { OperatorDeeds } from '../parts/operator-deeds'
import { StepTable } from '../parts/step-table'
import { readAdminAlarm } from '../read-admin.server'
import type { Route } from './+types/admin-alarm'

const list = href('/dashboard/admin/alarms')

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Larm', description: 'Ett larm.', path: `${list}/${params.id}`, hidden: true })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readAdminAlarm(context.get(houseContext), signedIn, params.id))
}

export const shouldRevalidate = lookAgain

export async function action({ request, context, params }: Route.ActionArgs) {
  const { person } = requireRole(context, request, 'admin')
  const values = await readForm(request, takerForms)
  const operator = { kind: 'operator' as const, personId: person.id }
  return answerTaker(context.get(houseContext), operator, params.id, values, `${list}/${params.id}`)
}

export const clientAction = (sent: Route.ClientActionArgs) => stayWithoutLine(sent)

export default function AdminAlarmPage({ loaderData: { alarm, now, noteKey }, actionData }: Route.ComponentProps) {
  const answer = useTakerAnswer(actionData, alarm)
  const look = useLook({ keepsAnswers: true })
  const hasLine = useAlarmNews('person', (news) => {
    if ('line' in news && news.line.id === alarm.id) void look()
  })
  return (
    <>
      <Link to={list} className="link inline-flex min-h-12 items-center gap-2">
        <Icon name="arrow-left" /> Alla larm
      </Link>
      <LineState hasLine={hasLine} className="mt-3" />
      {alarm.isTest ? <TestMark text="Det här är ett test." /> : null}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <h1 className="text-h2">
          Larm i {formatPostcode(alarm.postcode)}, {formatMomentSeen(alarm.createdAt, now)}
        </h1>
        <Badge tone={alarm.state === 'new' ? 'alarm' : 'spruce'}>{stateLabelOf(alarm)}</Badge>
        {alarm.urgency > 1 ? <Badge tone="lamp">Larmat {alarm.urgency} gånger</Badge> : null}
        {isStrange(alarm) ? <Badge tone="lamp">Avblåst och larmat igen {alarm.reopenings} gånger</Badge> : null}
      </div>
      {alarm.toldNobodyAt && alarm.state === 'new' ? (
        <p className="mt-4 rounded-control bg-alarm px-4 py-3 font-semibold text-on-alarm">
          Ingen har svarat i tid. Vi har börjat ge den som larmade besked om det.
        </p>
      ) : null}
      <div className="mt-6 grid gap-6 lg:grid-cols-2 lg:items-start">
        <OperatorDeeds alarm={alarm} noteKey={noteKey} answer={answer} />
        <Card as="section" aria-labelledby="historik">
          <h2 id="historik" className="mb-5 text-h4">
            Historik
          </h2>
          <TimelineList entries={alarm.timeline} />
        </Card>
      </div>
      <section aria-labelledby="steg" className="mt-10">
        <h2 id="steg" className="text-h4">
          Steg
        </h2>
        <StepTable steps={alarm.steps} />
      </section>
      <section aria-labelledby="meddelanden" className="mt-10">
        <h2 id="meddelanden" className="text-h4">
          Meddelanden om larmet
        </h2>
        <DeliveryTable deliveries={alarm.deliveries} />
      </section>
    </>
  )
}

import { data, href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPostcode } from '~/postcodes/public'
import { keptValues } from '~/shared/form'
import { formatMomentSeen } from '~/shared/time'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { Icon } from '~/ui/marks/icon'
import { readAdminPolicy } from '../../operator/read-admin.server'
import { PolicyEffect } from '../parts/policy-effect'
import { savePolicy } from '../save-policy.server'
import type { Route } from './+types/admin-policy'

const list = href('/dashboard/admin/alarms/policies')

export function meta({ matches, params }: Route.MetaArgs) {
  const path = href('/dashboard/admin/alarms/policies/:postcode', params)
  return pageMeta(matches, { title: 'Larmplan', description: 'Hur larm går vidare.', path, hidden: true })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const house = context.get(houseContext)
  const shown = orAnswer(await readAdminPolicy(house, signedIn, params.postcode))
  return { ...shown, canRing: house.voice.canRing, now: house.clock.now() }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request)
  const saved = await savePolicy(context.get(houseContext), signedIn, params.postcode, values)
  if (!saved.ok) return data({ refusal: saved, values: keptValues(values) }, 422)
  return redirectWithNotice(`${list}#top`, { tone: 'normal', title: 'Larmplanen är sparad' })
}

const fields = [
  { name: 'callAgainS', label: 'Alla larmas igen efter', suffix: 'sekunder' },
  { name: 'ringS', label: 'Väktare i tjänst rings upp efter', suffix: 'sekunder' },
  { name: 'ringTimes', label: 'Varje väktare rings upp högst (0 är aldrig)', suffix: 'gånger' },
  { name: 'widenS', label: 'Grannkvarter och jour larmas efter', suffix: 'sekunder' },
  { name: 'tellMemberS', label: 'Den som larmade får besked efter', suffix: 'sekunder' },
  { name: 'releaseS', label: 'Ett taget larm lämnas tillbaka efter', suffix: 'sekunders tystnad' },
  { name: 'walkGraceS', label: 'Följ mig hem larmar efter frågan', suffix: 'sekunder' },
  { name: 'canaryDays', label: 'Testlarm var', suffix: ':e dag' },
] as const

export default function AdminPolicy({ loaderData, actionData, params }: Route.ComponentProps) {
  const { policy, history, now } = loaderData
  return (
    <>
      <Link to={list} className="link inline-flex min-h-12 items-center gap-2">
        <Icon name="arrow-left" /> Alla larmplaner
      </Link>
      <h1 className="mt-2 text-h2">Larmplan för {formatPostcode(params.postcode)}</h1>
      <div className="mt-6 grid gap-6 lg:grid-cols-2 lg:items-start">
        <Card>
          <Form refusal={actionData?.refusal} values={actionData?.values} className="grid gap-5">
            {fields.map(({ name, label, suffix }) => (
              <TextField
                key={name}
                name={name}
                label={label}
                suffix={suffix}
                inputMode="numeric"
                defaultValue={String(policy[name])}
              />
            ))}
            <SubmitButton busyText="Sparar...">Spara larmplanen</SubmitButton>
          </Form>
        </Card>
        <PolicyEffect policy={policy} canRing={loaderData.canRing} />
      </div>
      {history.length > 0 ? (
        <section aria-labelledby="andringar" className="mt-10">
          <h2 id="andringar" className="text-h4">
            Ändringar
          </h2>
          <ul className="mt-3 grid gap-2 text-soft">
            {history.map(({ id, at }) => (
              <li key={id}>Ändrad {formatMomentSeen(at, now)}</li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

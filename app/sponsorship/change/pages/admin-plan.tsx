import { href, Link } from 'react-router'
import { packages } from '~/companies/public'
import { orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { idIn } from '~/platform/http/path-id.server'
import { readForm } from '~/platform/http/read-form.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { LinkTabs } from '~/ui/tabs'
import { changePlan } from '../change-plan.server'
import { ChooseMonths, ConfirmChange } from '../parts/plan-change-forms'
import { type PlanChangeShown, readPlanChange } from '../read-plan-change.server'
import type { Route } from './+types/admin-plan'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData ? `Byt paket för ${loaderData.name}` : 'Byt paket',
    description: 'Ett företags paket, bytt åt det.',
    path: href('/dashboard/admin/companies/:id/plan', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { searchParams } = new URL(request.url)
  return orAnswer(await readPlanChange(context.get(houseContext), signedIn, idIn(params), searchParams))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request)
  const id = idIn(params)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const changed = orAnswer(await changePlan(asked, id))
  if (!changed.ok) return answerRefused(values, changed)
  return redirectWithNotice(`${href('/dashboard/admin/companies/:id', { id })}#top`, {
    tone: 'normal',
    title: 'Paketet är bytt',
    message: 'Företaget har fått ett mejl om vad som gäller.',
  })
}

export default function AdminPlanPage({ loaderData: change, actionData }: Route.ComponentProps) {
  const { id, name, plan, chosen } = change
  const closed = whyClosed(change)
  const page = href('/dashboard/admin/companies/:id/plan', { id })
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/companies/:id', { id })}>Till företaget</Link>
      </p>
      <h1 className="mt-4 text-h2 [overflow-wrap:anywhere]">Byt paket för {name}</h1>
      <div className="mt-6 grid max-w-3xl gap-6">
        <Now change={change} />
        <LinkTabs
          label="Nytt paket"
          tabs={packages.map((each) => ({
            to: `${page}?plan=${each.plan}`,
            label: each.name,
            current: each.plan === plan,
          }))}
        />
        {plan === null && <p className="text-soft">Välj det paket som företaget ska ha.</p>}
        {closed && <p>{closed}</p>}
        {plan !== null && !closed && (
          <Card as="section" aria-labelledby="byte">
            <h2 id="byte" className="text-h3">
              {chosen ? 'Det här händer' : 'Välj månad'}
            </h2>
            {chosen ? (
              <ConfirmChange
                key={`${chosen.plan} ${chosen.months}`}
                change={change}
                chosen={chosen}
                answer={actionData}
              />
            ) : (
              plan !== 'base' && <ChooseMonths key={plan} plan={plan} months={change.months} answer={actionData} />
            )}
          </Card>
        )}
      </div>
    </>
  )
}

function whyClosed({ isClosed, isHidden, plan }: PlanChangeShown): string | null {
  if (isClosed) return 'Företaget är borttaget, så paketet går inte att byta.'
  return isHidden && plan !== null && plan !== 'base'
    ? 'Företaget är dolt. Visa det igen innan det får en månad att synas i.'
    : null
}

function Now({ change: { planName, slots } }: { change: PlanChangeShown }) {
  return (
    <Card as="section" aria-labelledby="nu">
      <h2 id="nu" className="text-h3">
        Nu: {planName}
      </h2>
      {slots.length === 0 ? (
        <p className="mt-2 text-soft">Inga månader är bokade.</p>
      ) : (
        <ul className="mt-3 grid gap-2">
          {slots.map((slot) => (
            <li key={slot.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">
                {slot.packageName} {slot.month}
              </span>
              <Badge tone={slot.state.tone} icon={slot.state.icon}>
                {slot.state.label}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

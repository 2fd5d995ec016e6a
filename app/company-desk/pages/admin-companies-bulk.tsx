import { href, Link, redirect } from 'react-router'
import { FreshLogin } from '~/accounts/public'
import { BulkJobs } from '~/bulk/public'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { Checkbox, ChoiceCards, TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { beginCompanyBulk, readCompanyBulk } from '../bulk-companies.server'
import { companyBulkDeeds, companyBulkHints, companyBulkLabels } from '../company-bulk'
import { ReviewBadge } from '../parts/review-badge'
import type { Route } from './+types/admin-companies-bulk'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Åtgärder för flera företag',
    description: 'En åtgärd för de företag som är förbockade.',
    path: href('/dashboard/admin/companies/bulk'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return readCompanyBulk(context.get(houseContext), signedIn, new URL(request.url).searchParams)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const begun = await beginCompanyBulk(asked)
  if (!begun.ok) return answerRefused(values, begun)
  return redirect(href('/dashboard/admin/companies/bulk/:id', begun.value))
}

const deeds = companyBulkDeeds.map((value) => ({
  value,
  title: companyBulkLabels[value],
  description: companyBulkHints[value],
}))

export default function AdminCompaniesBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, isFresh, whom, companies, seen, jobs } = loaderData
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/companies')}>Alla företag</Link>
      </p>
      <h1 className="mt-4 text-h2">Åtgärder för flera företag</h1>
      <div className="mt-6 grid max-w-3xl gap-6">
        {companies.length === 0 ? (
          <p>Inget företag är förbockat. Bocka för dem det gäller i listan över företag.</p>
        ) : (
          <>
            <Card>
              <h2 className="text-h4">Det gäller: {whom.toLowerCase()}</h2>
              <ul className="mt-3 grid gap-2">
                {companies.map(({ id, name, askedName, state, isGone }) => (
                  <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Link to={href('/dashboard/admin/companies/:id', { id })}>{name}</Link>
                    {askedName && <span>vill heta {askedName}</span>}
                    <ReviewBadge state={state} isGone={isGone} />
                  </li>
                ))}
              </ul>
            </Card>
            <Form refusal={actionData?.refusal} values={actionData?.values} className="grid gap-6">
              <input type="hidden" name="key" value={key} />
              <input type="hidden" name="seen" value={seen} />
              <input type="hidden" name="chosen" value={companies.map(({ id }) => id).join(',')} />
              <ChoiceCards name="deed" legend="Vad ska göras?" options={deeds} />
              <TextArea
                name="reason"
                label="Varför?"
                hint="Står i historiken hos vart och ett. Döljs ett företag får det läsa skälet."
                rows={2}
                required
              />
              <Checkbox name="sure" label="Ja, det gäller alla valda" />
              <FreshLogin isFresh={isFresh} />
              <div>
                <SubmitButton busyText="Börjar...">Börja</SubmitButton>
              </div>
            </Form>
          </>
        )}
        <BulkJobs jobs={jobs} addressOf={(id) => href('/dashboard/admin/companies/bulk/:id', { id })} />
      </div>
    </>
  )
}

import { href, Link, redirect } from 'react-router'
import { FreshLogin } from '~/accounts/public'
import { BulkJobs } from '~/bulk/public'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { Checkbox, ChoiceCards, TextArea, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { beginPeopleBulk } from '../begin-people-bulk.server'
import { bulkDeedHints, bulkDeedLabels, chosenDeeds } from '../bulk'
import { readBulkStart } from '../read-bulk.server'
import type { Route } from './+types/bulk'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Åtgärder för flera',
    description: 'En åtgärd för alla som en sökning ger.',
    path: href('/dashboard/admin/users/bulk'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return readBulkStart(context.get(houseContext), signedIn, new URL(request.url).searchParams)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const begun = await beginPeopleBulk(asked)
  if (!begun.ok) return answerRefused(values, begun)
  return redirect(href('/dashboard/admin/users/bulk/:id', begun.value))
}

export default function BulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, isFresh, query, whom, names, isMore, notAll, jobs } = loaderData
  const deeds = chosenDeeds.map((value) => ({
    value,
    title: bulkDeedLabels[value],
    description: bulkDeedHints[value],
  }))
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/users') + (query && `?${query}`)}>Till urvalet</Link>
      </p>
      <h1 className="mt-4 text-h2">Åtgärder för flera</h1>
      <div className="mt-6 grid max-w-3xl gap-6">
        <Card>
          <h2 className="text-h4">Det gäller: {whom}</h2>
          <p className="mt-2">
            {names.length > 0
              ? `${names.join(', ')}${isMore ? ' och fler.' : '.'}`
              : notAll
                ? 'Ingen av dem vi har tittat på stämmer med urvalet.'
                : 'Ingen stämmer med urvalet.'}
          </p>
          {notAll && <p className="mt-2 rounded-control bg-mist p-4">{notAll}</p>}
          <p className="mt-2 text-soft">Ett annat urval gör du i listan över användare.</p>
        </Card>
        {names.length > 0 && (
          <Form refusal={actionData?.refusal} values={actionData?.values} className="grid gap-6">
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="search" value={query} />
            <ChoiceCards name="deed" legend="Vad ska göras?" options={deeds} />
            <TextField
              name="months"
              label="Antal månader"
              hint="Om du ger fria månader."
              inputMode="numeric"
              defaultValue="1"
              maxLength={2}
            />
            <TextArea name="reason" label="Varför?" hint="Står i historiken hos var och en." rows={2} required />
            <Checkbox name="sure" label="Ja, det gäller alla i urvalet" />
            <FreshLogin isFresh={isFresh} />
            <div>
              <SubmitButton busyText="Börjar...">Börja</SubmitButton>
            </div>
          </Form>
        )}
        <BulkJobs jobs={jobs} addressOf={(id) => href('/dashboard/admin/users/bulk/:id', { id })} />
      </div>
    </>
  )
}

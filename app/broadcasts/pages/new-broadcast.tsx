import { randomUUID } from 'node:crypto'
import { href, Link, redirect } from 'react-router'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPostcode } from '~/postcodes/public'
import { PILOT_POSTCODE } from '~/shared/product'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { BroadcastFields } from '../parts/broadcast-fields'
import { draftBroadcast } from '../write-broadcast.server'
import type { Route } from './+types/new-broadcast'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Nytt utskick',
    description: 'Skriv ett SMS till ett kvarter.',
    path: href('/dashboard/admin/broadcasts/new'),
    hidden: true,
  })
}

export function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  return { key: randomUUID(), postcode: formatPostcode(PILOT_POSTCODE) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request)
  const drafted = await draftBroadcast(context.get(houseContext), signedIn, values)
  if (!drafted.ok) return answerRefused(values, drafted)
  return redirect(href('/dashboard/admin/broadcasts/:id', { id: drafted.value.id }))
}

export default function NewBroadcastPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, postcode } = loaderData
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/broadcasts')}>Alla utskick</Link>
      </p>
      <h1 className="mt-4 text-h2">Nytt utskick</h1>
      <p className="prose-width mt-2 text-soft">
        Inget skickas än. På nästa sida ser du hur många som får SMS:et och vad det kostar.
      </p>
      <Card className="mt-6 max-w-3xl">
        <Form refusal={actionData?.refusal} values={actionData?.values}>
          <input type="hidden" name="key" value={actionData?.values.key ?? key} />
          <TextField
            name="postcode"
            label="Postnummer"
            inputMode="numeric"
            defaultValue={postcode}
            className="sm:max-w-sm"
            required
          />
          <BroadcastFields companyName={null} />
          <SubmitButton busyText="Sparar...">Till förhandsvisningen</SubmitButton>
        </Form>
      </Card>
    </>
  )
}

import { data, href, Link } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { NarrowPage } from '../../parts/narrow-page'
import { requestRecovery } from '../recovery.server'
import type { Route } from './+types/recover'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Glömt lösenordet',
    description: 'Få en länk med e-post och välj ett nytt lösenord.',
    path: href('/auth/recover'),
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request)
  const requested = await requestRecovery(context.get(houseContext), context.get(visitorContext), values)
  if (!requested.ok) return data({ sent: false, refusal: requested, values }, 422)
  return { sent: true, refusal: undefined, values }
}

export default function RecoverPage({ actionData }: Route.ComponentProps) {
  if (actionData?.sent) {
    return (
      <NarrowPage title="Titta i din inkorg">
        <p>Om det finns ett konto med den adressen har vi skickat en länk dit. Den gäller i en timme.</p>
        <p className="mt-4 text-soft">Ser du inget inom några minuter? Titta bland skräpposten, eller försök igen.</p>
        <p className="mt-6">
          <Link to={href('/auth')}>Tillbaka till inloggningen</Link>
        </p>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title="Glömt lösenordet?" lead="Skriv din e-postadress, så skickar vi en länk där du väljer ett nytt.">
      <Form method="post" refusal={actionData?.refusal} values={actionData?.values}>
        <TextField name="email" label="E-post" type="email" autoComplete="username" required />
        <SubmitButton busyText="Skickar...">Skicka länken</SubmitButton>
      </Form>
    </NarrowPage>
  )
}

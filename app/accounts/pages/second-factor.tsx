import { data, href, Link, useSearchParams } from 'react-router'
import { houseContext, visitorContext } from '~/platform/house.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { typedValues } from '~/shared/form'
import { pageMeta } from '~/shell/public'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { SubmitButton } from '~/ui/submit-button'
import { NarrowPage } from '../parts/narrow-page'
import { returnAddress } from '../return-address'
import { verifySecondFactor } from '../verify-second-factor.server'
import type { Route } from './+types/second-factor'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ange din kod',
    description: 'Andra steget i inloggningen.',
    path: href('/auth/second-factor'),
    hidden: true,
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = typedValues(await request.formData())
  const verified = await verifySecondFactor(context.get(houseContext), context.get(visitorContext), values)
  if (!verified.ok) return data({ refusal: verified }, 422)
  const next = returnAddress(values.redirectTo)
  return redirectWithNotice(next, { tone: 'normal', title: 'Välkommen tillbaka!' }, verified.value.cookies)
}

export default function SecondFactorPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <NarrowPage
      title="Ange din kod"
      lead="Öppna din autentiseringsapp och skriv de sex siffrorna, eller en av dina reservkoder."
    >
      <Form method="post" refusal={actionData?.refusal}>
        <input type="hidden" name="redirectTo" value={search.get('redirectTo') ?? ''} />
        <TextField name="code" label="Kod" autoComplete="one-time-code" required />
        <SubmitButton busyText="Kontrollerar...">Fortsätt</SubmitButton>
        <p>
          <Link to={href('/auth')}>Tillbaka till inloggningen</Link>
        </p>
      </Form>
    </NarrowPage>
  )
}

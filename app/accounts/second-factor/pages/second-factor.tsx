import { data, href, Link, useSearchParams } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { loginAddress, returnAddress } from '~/door/return-address'
import { demoCode } from '~/platform/auth/demo-second-factor.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { NarrowPage } from '../../parts/narrow-page'
import { PasskeyLogIn } from '../../parts/passkey-log-in'
import { verifySecondFactor } from '../verify-second-factor.server'
import type { Route } from './+types/second-factor'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ange din kod',
    description: 'Andra steget i inloggningen.',
    path: href('/auth/second-factor'),
    hidden: true,
  })
}

/** The demo shows the code on the page, since nobody there has the administrator's phone. */
export function loader({ context }: Route.LoaderArgs) {
  const { config, clock } = context.get(houseContext)
  return { demoCode: config.mode === 'demo' ? demoCode(clock.now()) : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request)
  const verified = await verifySecondFactor(context.get(houseContext), context.get(visitorContext), values)
  if (!verified.ok) return data({ refusal: verified }, 422)
  const next = returnAddress(values.redirectTo)
  return redirectWithNotice(next, { tone: 'normal', title: 'Välkommen tillbaka!' }, verified.value.cookies)
}

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <NarrowPage
      title="Ange din kod"
      lead="Öppna din autentiseringsapp och skriv de sex siffrorna, eller en av dina reservkoder. Har du en passnyckel går den lika bra."
    >
      {loaderData.demoCode && (
        <p className="mb-5 rounded-control bg-mist p-4">
          Det här är demokvarteret. Administratörens kod är just nu{' '}
          <strong className="tabular">{loaderData.demoCode}</strong>.
        </p>
      )}
      <Form method="post" refusal={actionData?.refusal}>
        <input type="hidden" name="redirectTo" value={search.get('redirectTo') ?? ''} />
        <TextField name="code" label="Kod" autoComplete="one-time-code" required />
        <SubmitButton busyText="Kontrollerar...">Fortsätt</SubmitButton>
        <p>
          <Link to={loginAddress(returnAddress(search.get('redirectTo')))}>Tillbaka till inloggningen</Link>
        </p>
      </Form>
      <div className="mt-6">
        <PasskeyLogIn redirectTo={search.get('redirectTo') ?? ''} />
      </div>
    </NarrowPage>
  )
}

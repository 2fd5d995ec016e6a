import { data, href, Link } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { loginAddress } from '~/door/return-address'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { NarrowPage } from '../../parts/narrow-page'
import { verifyEmail } from '../verify-email.server'
import type { Route } from './+types/verify'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bekräfta din e-postadress',
    description: 'Bekräfta att adressen är din.',
    path: href('/auth/verify'),
    hidden: true,
  })
}

export function loader({ request, context }: Route.LoaderArgs) {
  const isSignedIn = context.get(visitorContext).signedIn !== null
  return { token: new URL(request.url).searchParams.get('token') ?? '', isSignedIn }
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request)
  const visitor = context.get(visitorContext)
  const verified = await verifyEmail(context.get(houseContext), values)
  if (!verified.ok) return data({ refusal: verified }, 422)
  const next = visitor.signedIn ? href('/dashboard') : href('/auth')
  return redirectWithNotice(next, { tone: 'normal', title: 'Tack, adressen är bekräftad' })
}

/** Needs a press of the button: mail programs fetch links to inspect them, so a GET must not confirm. */
export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NarrowPage title="Bekräfta din e-postadress" lead="Ett tryck, sedan är det klart.">
      <Form method="post" refusal={actionData?.refusal}>
        <input type="hidden" name="token" value={loaderData.token} />
        <SubmitButton busyText="Bekräftar...">Bekräfta adressen</SubmitButton>
        {actionData ? <SeeAccount isSignedIn={loaderData.isSignedIn} /> : null}
      </Form>
    </NarrowPage>
  )
}

function SeeAccount({ isSignedIn }: { isSignedIn: boolean }) {
  const account = href('/dashboard/account')
  return (
    <p>{isSignedIn ? <Link to={account}>Öppna Mitt konto</Link> : <Link to={loginAddress(account)}>Logga in</Link>}</p>
  )
}

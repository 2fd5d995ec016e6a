import { data, href, Link } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { SubmitButton } from '~/ui/form/submit-button'
import { NarrowPage } from '../../parts/narrow-page'
import { NewPasswordForm } from '../../parts/new-password-form'
import { resetPassword } from '../recovery.server'
import type { Route } from './+types/reset'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Välj ett nytt lösenord',
    description: 'Välj ett nytt lösenord till ditt konto.',
    path: href('/auth/reset'),
    hidden: true,
  })
}

export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request)
  const reset = await resetPassword(context.get(houseContext), context.get(visitorContext), values)
  if (!reset.ok) return data({ refusal: reset }, 422)
  const message = 'Logga in med det nya. Du är utloggad överallt.'
  return redirectWithNotice(
    href('/auth'),
    { tone: 'normal', title: 'Lösenordet är bytt', message },
    reset.value.cookies,
  )
}

export default function ResetPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NarrowPage title="Välj ett nytt lösenord">
      <NewPasswordForm token={loaderData.token} refusal={actionData?.refusal}>
        <SubmitButton busyText="Sparar...">Spara lösenordet</SubmitButton>
        <p>
          <Link to={href('/auth/recover')}>Begär en ny länk</Link>
        </p>
      </NewPasswordForm>
    </NarrowPage>
  )
}

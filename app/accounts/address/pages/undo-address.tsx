import { data, href } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { SubmitButton } from '~/ui/form/submit-button'
import { NarrowPage } from '../../parts/narrow-page'
import { NewPasswordForm } from '../../parts/new-password-form'
import { undoEmailChange } from '../undo-email-change.server'
import type { Route } from './+types/undo-address'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ta tillbaka din e-postadress',
    description: 'Ta tillbaka adressen till ditt konto och välj ett nytt lösenord.',
    path: href('/auth/undo-address'),
    hidden: true,
  })
}

export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request)
  const undone = await undoEmailChange(context.get(houseContext), context.get(visitorContext), values)
  if (!undone.ok) return data({ refusal: undone }, 422)
  const message = 'Logga in med din förra adress och det nya lösenordet. Alla andra är utloggade.'
  return redirectWithNotice(
    href('/auth'),
    { tone: 'normal', title: 'Adressen är tillbaka', message },
    undone.value.cookies,
  )
}

/** Requires a new password, because whoever moved the account knows the old one. */
export default function UndoAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NarrowPage
      title="Ta tillbaka din e-postadress"
      lead="Var det inte du som bytte? Välj ett nytt lösenord, så får du tillbaka kontot till din förra adress och alla andra loggas ut."
    >
      <NewPasswordForm token={loaderData.token} refusal={actionData?.refusal}>
        <SubmitButton busyText="Tar tillbaka...">Ta tillbaka kontot</SubmitButton>
      </NewPasswordForm>
    </NarrowPage>
  )
}

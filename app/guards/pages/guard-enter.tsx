import { data, href } from 'react-router'
import { houseContext } from '~/platform/house.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { pageMeta } from '~/shell/public'
import { Form } from '~/ui/form'
import { SubmitButton } from '~/ui/submit-button'
import { enterByLink } from '../enter-by-link.server'
import type { Route } from './+types/guard-enter'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Din sida som väktare',
    description: 'Öppna din egen sida på den här telefonen.',
    path: href('/vakt/in'),
    hidden: true,
  })
}

export function loader({ request }: Route.LoaderArgs) {
  return { secret: new URL(request.url).searchParams.get('nyckel') ?? '' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const entered = await enterByLink(context.get(houseContext), await readForm(request))
  if (!entered.ok) return data({ refusal: entered }, 422)
  return redirectWithNotice(href('/vakt'), { tone: 'normal', title: 'Välkommen' }, entered.value.cookies)
}

/** A button, not the visit itself: programs follow links to see what they are. */
export default function GuardEnterPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h2">Din sida som väktare</h1>
      <p className="mt-3 mb-6 text-lead text-soft">
        Här går du i tjänst, tar emot larm och checkar in på passen. Öppna den bara på din egen telefon.
      </p>
      <Form method="post" action={href('/vakt/in')} refusal={actionData?.refusal}>
        <input type="hidden" name="nyckel" value={loaderData.secret} />
        <SubmitButton size="large" busyText="Öppnar...">
          Öppna min sida
        </SubmitButton>
      </Form>
    </>
  )
}

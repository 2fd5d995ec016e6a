import { data, href } from 'react-router'
import { refusedForm } from '~/door/deed.server'
import { pageMeta } from '~/door/page-meta'
import type { House } from '~/platform/house.server'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import type { Refusal } from '~/shared/outcome'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { askForNewLink, enterByLink, mayAskForLink } from '../enter-by-link.server'
import { markVisit, secretIn } from '../guard-cookie.server'
import type { Route } from './+types/guard-enter'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Din sida som väktare',
    description: 'Öppna din egen sida på den här telefonen.',
    path: href('/vakt/in'),
    hidden: true,
  })
}

/** Loading the page opens nothing: it only sets the browser's mark, so that pressing twice is idempotent. */
export async function loader({ request }: Route.LoaderArgs) {
  const { cookies } = await markVisit(request)
  const secret = new URL(request.url).searchParams.get('nyckel') ?? ''
  const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie])
  return data({ secret }, { headers: [...headers, ['Cache-Control', 'no-store']] })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const house = context.get(houseContext)
  const values = await readForm(request, ['open', 'new-link'])
  if (values.intent === 'new-link') {
    const secret = values.nyckel || ((await secretIn(house, request.headers)) ?? '')
    const asked = await askForNewLink(house, secret)
    if (!asked.ok) return answer(house, values, asked, secret)
    return redirectWithNotice(href('/vakt'), {
      tone: 'normal',
      title: 'En ny länk är på väg',
      message: 'Den kommer som SMS till det nummer som är bekräftat. Öppna den på den telefon du vill använda.',
    })
  }
  const { mark } = await markVisit(request)
  const entered = await enterByLink(house, values, mark)
  if (!entered.ok) return answer(house, values, entered, values.nyckel ?? '')
  return redirectWithNotice(href('/vakt'), { tone: 'normal', title: 'Välkommen' }, entered.value.cookies)
}

async function answer({ db }: House, values: Record<string, string>, refusal: Refusal, secret: string) {
  return data({ ...refusedForm(values, refusal), canAsk: await mayAskForLink(db, secret) }, 422)
}

/** Needs a press of the button: programs prefetch links, so a GET must not open it. */
export default function GuardEnterPage({ loaderData, actionData }: Route.ComponentProps) {
  const secret = actionData?.values?.nyckel ?? loaderData.secret
  return (
    <>
      <h1 className="text-h2">Din sida som väktare</h1>
      <p className="mt-3 mb-6 text-lead text-soft">
        Här går du i tjänst, tar emot larm och checkar in på passen. Öppna den på din egen telefon: länken stannar i den
        första webbläsare som öppnar den.
      </p>
      <Form method="post" action={href('/vakt/in')} refusal={actionData?.refusal}>
        <input type="hidden" name="nyckel" value={secret} />
        <SubmitButton name="intent" value="open" size="large" busyText="Öppnar...">
          Öppna min sida
        </SubmitButton>
      </Form>
      {actionData?.canAsk && (
        <Form method="post" action={href('/vakt/in')} className="mt-6">
          <input type="hidden" name="nyckel" value={secret} />
          <SubmitButton name="intent" value="new-link" variant="secondary" busyText="Skickar...">
            Skicka en ny länk till mitt nummer
          </SubmitButton>
        </Form>
      )}
    </>
  )
}

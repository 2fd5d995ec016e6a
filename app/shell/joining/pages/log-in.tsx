import { data, href, Link, redirect, useSearchParams } from 'react-router'
import { PasskeyLogIn } from '~/accounts/public'
import { logIn, logInByPasskey } from '~/accounts/public.server'
import { pageMeta } from '~/door/page-meta'
import { returnAddress } from '~/door/return-address'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithCookies, redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { keptValues } from '~/shared/form'
import { PRODUCT_NAME } from '~/shared/product'
import { Card } from '~/ui/card'
import { PasswordField, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { LinkTabs } from '~/ui/tabs'
import { signUpShort } from '../sign-up-member.server'
import { whyHere } from '../why-here'
import type { Route } from './+types/log-in'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Logga in eller skapa konto',
    description: `Logga in på ${PRODUCT_NAME}, eller skapa ett konto och bli medlem i ditt kvarter.`,
    path: href('/auth'),
  })
}

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(visitorContext).signedIn) throw redirect(href('/dashboard'))
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const house = context.get(houseContext)
  const visitor = context.get(visitorContext)
  const values = await readForm(request, ['login', 'register', 'passkey'])
  const next = returnAddress(values.redirectTo)

  if (values.intent === 'register') {
    const signedUp = await signUpShort(house, visitor, values)
    if (!signedUp.ok) return data({ refusal: signedUp, values: keptValues(values) }, 422)
    return redirectWithNotice(next, { tone: 'normal', title: 'Välkommen!' }, signedUp.value.cookies)
  }
  if (values.intent === 'passkey') {
    const proven = await logInByPasskey(house, visitor, values)
    if (!proven.ok) return data({ refusal: proven, values: {} }, 422)
    return redirectWithNotice(next, { tone: 'normal', title: 'Välkommen tillbaka!' }, proven.value.cookies)
  }
  const loggedIn = await logIn(house, visitor, values)
  if (!loggedIn.ok) return data({ refusal: loggedIn, values: keptValues(values) }, 422)
  if (loggedIn.value.next === 'second factor') {
    const secondStep = `${href('/auth/second-factor')}?redirectTo=${encodeURIComponent(next)}`
    return redirectWithCookies(secondStep, loggedIn.value.cookies)
  }
  return redirectWithNotice(next, { tone: 'normal', title: 'Välkommen tillbaka!' }, loggedIn.value.cookies)
}

export default function LogInPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const redirectTo = search.get('redirectTo') ?? ''
  const why = search.get('varfor')
  const reason = whyHere(why, redirectTo)
  const registering = search.get('flik') === 'registrera'
  const kept = { refusal: actionData?.refusal, values: actionData?.values }
  return (
    <div className="page section flex flex-col items-center">
      <div className="w-full max-w-md">
        <h1 className="text-h2">{registering ? 'Skapa konto' : 'Välkommen tillbaka'}</h1>
        {reason && !registering && <p className="mt-4 rounded-control bg-mist p-4">{reason}</p>}
        <div className="mt-6">
          <LinkTabs
            label="Logga in eller registrera dig"
            tabs={[
              { to: tabAddress(null, redirectTo, reason && why), label: 'Logga in', current: !registering },
              { to: tabAddress('registrera', redirectTo, reason && why), label: 'Registrera', current: registering },
            ]}
          />
        </div>
        <Card className="mt-6">
          {registering ? (
            <RegisterForm {...kept} redirectTo={redirectTo} />
          ) : (
            <div className="grid gap-6">
              <LogInForm {...kept} redirectTo={redirectTo} />
              <PasskeyLogIn redirectTo={redirectTo} />
            </div>
          )}
        </Card>
      </div>
    </div>
  )
}

type FormProps = Pick<NonNullable<Route.ComponentProps['actionData']>, 'refusal' | 'values'>
type Kept = { [Key in keyof FormProps]?: FormProps[Key] } & { redirectTo: string }

function LogInForm({ refusal, values, redirectTo }: Kept) {
  return (
    <Form method="post" refusal={refusal} values={values}>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <TextField name="email" label="E-post" type="email" autoComplete="username webauthn" required />
      <PasswordField name="password" label="Lösenord" autoComplete="current-password" required />
      <SubmitButton name="intent" value="login" busyText="Loggar in...">
        Logga in
      </SubmitButton>
      <p>
        <Link to={href('/auth/recover')}>Glömt lösenordet?</Link>
      </p>
    </Form>
  )
}

function RegisterForm({ refusal, values, redirectTo }: Kept) {
  return (
    <Form method="post" refusal={refusal} values={values}>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <TextField name="name" label="Namn" autoComplete="name" required />
      <TextField name="email" label="E-post" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Lösenord" hint="Minst 6 tecken" autoComplete="new-password" required />
      <p className="text-small text-soft">
        När du skapar ett konto godkänner du <Link to={href('/villkor')}>villkoren</Link> och att vi hanterar dina
        uppgifter som det står i <Link to={href('/integritet')}>integritetspolicyn</Link>.
      </p>
      <SubmitButton name="intent" value="register" busyText="Skapar konto...">
        Skapa konto
      </SubmitButton>
      <p>
        Har du ett företag? <Link to={`${href('/signup')}?role=company`}>Registrera ditt företag</Link>
      </p>
    </Form>
  )
}

function tabAddress(tab: 'registrera' | null, redirectTo: string, varfor?: string | null): string {
  const search = new URLSearchParams({
    ...(tab && { flik: tab }),
    ...(redirectTo && { redirectTo }),
    ...(varfor && { varfor }),
  })
  const query = search.toString()
  return query ? `${href('/auth')}?${query}` : href('/auth')
}

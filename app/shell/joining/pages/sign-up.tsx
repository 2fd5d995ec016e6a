import { data, href, Link, redirect } from 'react-router'
import { NeedsCompanyAccount } from '~/accounts/public'
import { ownsCompany } from '~/accounts/public.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { keptValues } from '~/shared/form'
import { PILOT_POSTCODE, PRODUCT_NAME } from '~/shared/product'
import { Card } from '~/ui/card'
import { LinkTabs } from '~/ui/tabs'
import { CompanyForm } from '../parts/company-form'
import { MemberForm } from '../parts/member-form'
import { signUpCompany } from '../sign-up-company.server'
import { signUpMember } from '../sign-up-member.server'
import { addressAfterSignUp, addressWithAccount } from '../where-next'
import type { Route } from './+types/sign-up'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bli medlem eller anslut ditt företag',
    description: `Bli trygghetsmedlem för 39\u00a0kr i månaden, eller visa ditt företag för grannarna på ${PRODUCT_NAME}.`,
    path: href('/signup'),
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const { signedIn } = context.get(visitorContext)
  if (signedIn && (query.get('role') !== 'company' || (await ownsCompany(context.get(houseContext), signedIn)))) {
    throw redirect(addressWithAccount(signedIn.person.role, query.get('plan')))
  }
  // The query string only preselects a form and prefills fields; which values are allowed is decided here.
  return {
    signedInAs: signedIn && { email: signedIn.person.email, role: signedIn.person.role },
    form: query.get('role') === 'company' ? ('company' as const) : ('member' as const),
    filledIn: {
      plan: query.get('plan') ?? 'base',
      postcode: query.get('postal') ?? PILOT_POSTCODE,
      referredBy: query.get('ref') ?? '',
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const house = context.get(houseContext)
  const visitor = context.get(visitorContext)
  const values = await readForm(request, ['member', 'company'])
  const isCompany = values.intent === 'company'
  const signedUp = isCompany ? await signUpCompany(house, visitor, values) : await signUpMember(house, visitor, values)
  if (!signedUp.ok) return data({ refusal: signedUp, values: keptValues(values) }, 422)
  const title = isCompany ? 'Välkommen! Din företagsregistrering är klar.' : 'Välkommen! Din registrering är klar.'
  const plan = 'sellsMonths' in signedUp.value && signedUp.value.sellsMonths ? (values.plan ?? null) : null
  return redirectWithNotice(addressAfterSignUp(plan), { tone: 'normal', title }, signedUp.value.cookies)
}

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.signedInAs) return <NeedsCompanyAccount {...loaderData.signedInAs} />
  const isCompany = loaderData.form === 'company'
  const Chosen = isCompany ? CompanyForm : MemberForm
  return (
    <div className="page section flex flex-col items-center">
      <div className="w-full max-w-xl">
        <h1 className="text-h2">{isCompany ? 'Anslut ert företag' : <>Bli trygghets&shy;medlem</>}</h1>
        <p className="mt-3 text-lead text-soft">
          {isCompany
            ? 'Låt grannarna i ert område hitta er. Det tar ett par minuter.'
            : 'Prova gratis i 30 dagar. Sedan 39\u00a0kr i månaden, och du kan sluta när du vill.'}
        </p>
        <div className="mt-6">
          <LinkTabs
            label="Är du privatperson eller företag?"
            tabs={[
              { to: `${href('/signup')}?role=member`, label: 'Privatperson', current: !isCompany },
              { to: `${href('/signup')}?role=company`, label: 'Företag', current: isCompany },
            ]}
          />
        </div>
        <Card className="mt-6">
          <Chosen
            key={loaderData.form}
            refusal={actionData?.refusal}
            values={actionData?.values}
            filledIn={loaderData.filledIn}
          />
        </Card>
        <p className="mt-6">
          Har du redan ett konto? <Link to={href('/auth')}>Logga in</Link>
        </p>
      </div>
    </div>
  )
}

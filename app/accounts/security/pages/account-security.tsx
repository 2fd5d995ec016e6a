import { data, href } from 'react-router'
import { answerDeed, answerRefused } from '~/door/deed.server'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { PasswordField } from '~/ui/form/field'
import { AccountSection } from '../../parts/account-section'
import { AccountTabs } from '../../parts/account-tabs'
import { enrolSecondFactor } from '../../second-factor/enrol-second-factor.server'
import { enrolmentSentBack } from '../../second-factor/enrolment.server'
import { SecondFactorSection } from '../../second-factor/parts/second-factor-section'
import { renewRecoveryCodes } from '../../second-factor/renew-recovery-codes.server'
import { SessionList } from '../../sessions/parts/session-list'
import { IdentityList } from '../parts/identity-list'
import { readSecurity } from '../read-security.server'
import { securityDeeds } from '../security-deeds.server'
import type { Route } from './+types/account-security'

/** Forms whose answers contain a secret: shown on the page once, and stored nowhere. */
const ownForms = ['enrol-second-factor', 'renew-recovery-codes']

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Säkerhet',
    description: 'Lösenord, tvåstegsverifiering och inloggade enheter.',
    path: href('/dashboard/account/security'),
    hidden: true,
  })
}

/** The page shows secrets, so the browser must not cache it. */
const once = { headers: { 'Cache-Control': 'no-store' } }
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  return readSecurity(context.get(houseContext), requireSignedIn(context, request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const house = context.get(houseContext)
  const visitor = context.get(visitorContext)
  const values = await readForm(request, [...ownForms, ...Object.keys(securityDeeds)])
  const { intent = '' } = values

  if (intent === 'enrol-second-factor') {
    const begun = await enrolSecondFactor(house, visitor, signedIn, values)
    return begun.ok ? data({ intent, enrolment: begun.value }, once) : answerRefused(values, begun)
  }
  if (intent === 'renew-recovery-codes') {
    const renewed = await renewRecoveryCodes(house, visitor, signedIn, values)
    return renewed.ok ? data({ intent, ...renewed.value }, once) : answerRefused(values, renewed)
  }
  const answer = await answerDeed(securityDeeds, { house, visitor, signedIn, values })
  if (answer instanceof Response) return answer
  return data({ ...answer.data, enrolment: enrolmentSentBack(values) }, { status: 422, ...once })
}

export default function AccountSecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { needsSecondFactor, hasPassword, sessions } = loaderData
  return (
    <>
      <AccountTabs current="Säkerhet" />
      {needsSecondFactor && (
        <Card tone="mist" className="mt-6 max-w-2xl">
          <h2 className="text-h4">Slå på tvåstegsverifiering för att fortsätta</h2>
          <p className="mt-2">
            Som administratör ser du uppgifter om andra, och då räcker inte lösenordet. När du har lagt till en
            passnyckel eller slagit på koder från en app här nedanför öppnas adminpanelen.
          </p>
        </Card>
      )}
      {hasPassword && (
        <AccountSection id="losenord" title="Lösenord">
          <p>
            När du byter loggas du ut på alla andra enheter. Kalendern som följer dina bokningar och push i webbläsaren
            stängs också av, och passnycklar som inte är ditt andra steg tas bort, så att ingen annan har kvar dem.
          </p>
          <IntentForm
            intent="change-password"
            section="losenord"
            answer={actionData}
            submit={{ children: 'Byt lösenord', busyText: 'Byter...' }}
          >
            <PasswordField name="password" label="Ditt nuvarande lösenord" autoComplete="current-password" required />
            <PasswordField
              name="newPassword"
              label="Nytt lösenord"
              hint="Minst 6 tecken"
              autoComplete="new-password"
              required
            />
          </IntentForm>
        </AccountSection>
      )}
      <SecondFactorSection security={loaderData} answer={actionData} />
      <SessionList sessions={sessions} hasPassword={hasPassword} answer={actionData} />
      <IdentityList security={loaderData} answer={actionData} />
    </>
  )
}

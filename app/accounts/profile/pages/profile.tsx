import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { TextField } from '~/ui/form/field'
import { EmailSection } from '../../address/parts/email-section'
import { VerificationReminder } from '../../address/parts/verification-reminder'
import { AccountSection } from '../../parts/account-section'
import { AccountTabs } from '../../parts/account-tabs'
import { AskedLogin } from '../../parts/fresh-login'
import { PhoneSection } from '../../phone/parts/phone-section'
import { profileDeeds } from '../profile-deeds.server'
import { readProfile } from '../read-profile.server'
import type { Route } from './+types/profile'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Mitt konto',
    description: 'Ditt namn, ditt telefonnummer och din e-postadress.',
    path: href('/dashboard/account'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return readProfile(context.get(houseContext), requireSignedIn(context, request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const values = await readForm(request, profileDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(profileDeeds, asked)
}

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    name,
    phone,
    phoneVerified,
    phoneCodeSent,
    postcode,
    needsPhone,
    email,
    emailVerified,
    waitingEmail,
    proofs,
  } = loaderData
  return (
    <>
      <AccountTabs current="Profil" />
      {!emailVerified && <VerificationReminder email={email} answer={actionData} />}
      <AccountSection id="om-dig" title="Om dig">
        <IntentForm
          intent="save-profile"
          section="om-dig"
          answer={actionData}
          submit={{ children: 'Spara', busyText: 'Sparar...' }}
        >
          <TextField name="name" label="Namn" autoComplete="name" defaultValue={name} required />
          <TextField
            name="phone"
            label="Mobilnummer"
            hint={needsPhone ? 'Hit kommer de SMS som du säger ja till' : undefined}
            optional={!needsPhone}
            type="tel"
            autoComplete="tel"
            defaultValue={phone}
            required={needsPhone}
          />
          <TextField
            name="postcode"
            label="Postnummer"
            hint={needsPhone ? 'Har du flyttat? Ändra också ditt hem under Trygghetslarm, Gör larmet redo' : undefined}
            inputMode="numeric"
            autoComplete="postal-code"
            defaultValue={postcode}
            className="sm:max-w-sm"
          />
          <AskedLogin answer={actionData?.intent === 'save-profile' ? actionData : undefined} />
        </IntentForm>
      </AccountSection>
      {phone && <PhoneSection phone={phone} verified={phoneVerified} codeSent={phoneCodeSent} answer={actionData} />}
      <EmailSection
        email={email}
        verified={emailVerified}
        waitingEmail={waitingEmail}
        proofs={proofs}
        answer={actionData}
      />
    </>
  )
}

import { href } from 'react-router'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readFormData } from '~/platform/http/read-form.server'
import { typedValues } from '~/shared/form'
import { requireOwnCompany } from '../../own-company.server'
import { CompanyTabs } from '../../parts/company-tabs'
import { PortalSection } from '../../parts/portal-section'
import { PictureField } from '../../uploads/parts/picture-field'
import { CompanyMark } from '../parts/company-mark'
import { removeLogo, saveLogo } from '../save-logo.server'
import type { Route } from './+types/own-logo'

const address = href('/dashboard/provider/company/logo')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Logotyp',
    description: 'Bilden som grannarna känner igen er på.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return { company: await requireOwnCompany(context.get(houseContext).db, signedIn) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const house = context.get(houseContext)
  const form = await readFormData(request, ['save-logo', 'remove-logo'])
  if (form.get('intent') === 'remove-logo') {
    await removeLogo(house, signedIn)
    return redirectWithNotice(address, { tone: 'normal', title: 'Logotypen är borttagen' })
  }
  const saved = await saveLogo(house, signedIn, form)
  if (!saved.ok) return answerRefused(typedValues(form), saved)
  return redirectWithNotice(address, {
    tone: 'normal',
    title: 'Logotypen är sparad',
    message: 'Så här ser grannarna den.',
  })
}

export default function OwnLogoPage({ loaderData: { company }, actionData }: Route.ComponentProps) {
  return (
    <>
      <CompanyTabs company={company} current="Logotyp" />
      <PortalSection id="nu" title={company.logo_url ? 'Så syns den' : 'Ingen logotyp än'}>
        <div className="flex flex-wrap items-center gap-5">
          <CompanyMark company={company} size="large" eager />
          <p className="min-w-0 text-h4 wrap-anywhere">{company.name}</p>
        </div>
        {company.logo_url ? (
          <IntentForm
            intent="remove-logo"
            section="nu"
            answer={actionData}
            submit={{ children: 'Ta bort logotypen', variant: 'quiet', icon: 'trash' }}
          />
        ) : (
          <p className="text-soft">Bokstäverna står här tills ni lägger upp en bild.</p>
        )}
      </PortalSection>
      <PortalSection
        id="ny"
        title={company.logo_url ? 'Byt logotyp' : 'Lägg upp en logotyp'}
        lead="Bilden blir en kvadrat. Uppgifter som kameran har lagt i den, till exempel var den är tagen, tar vi bort."
      >
        <IntentForm
          // Remounts the form after a save, which clears the file field.
          key={company.logo_url}
          intent="save-logo"
          section="ny"
          encType="multipart/form-data"
          answer={actionData}
          submit={{ children: 'Spara logotypen', busyText: 'Sparar...' }}
        >
          <PictureField ratio={1} shows="Så blir logotypen" />
        </IntentForm>
      </PortalSection>
    </>
  )
}

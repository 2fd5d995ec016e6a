import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPostcode, postcodesInText } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { Checkbox, Fieldset, SelectField, TextArea, TextField } from '~/ui/form/field'
import { categoryOptions } from '../category'
import { companyDeeds } from '../company-deeds.server'
import { requireOwnCompany } from '../own-company.server'
import { CompanyTabs } from '../parts/company-tabs'
import { OrgNumberField } from '../parts/org-number-field'
import { PortalSection } from '../parts/portal-section'
import { readCallStanding } from '../standing/call-standing-store.server'
import type { Route } from './+types/own-company'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Företaget',
    description: 'Det grannarna ser av ert företag.',
    path: href('/dashboard/provider/company'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db, clock } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  const { areas } = await readCallStanding(db, company.id, clock.now())
  return {
    areas,
    company: { ...company, phone: formatPhone(company.phone), postcode: formatPostcode(company.postcode) },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, companyDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(companyDeeds, asked)
}

export default function OwnCompanyPage({ loaderData: { company, areas }, actionData }: Route.ComponentProps) {
  const isGuarding = company.has_permit
  return (
    <>
      <CompanyTabs company={company} current="Uppgifter" />
      <PortalSection
        id="uppgifter"
        title="Uppgifter"
        lead="Det här ser grannarna på er sida: den som köper ska veta av vem. Har ni enskild firma är numret ett personnummer, och visas bara för den som är inloggad."
      >
        <IntentForm
          intent="save-company"
          section="uppgifter"
          answer={actionData}
          submit={{ children: 'Spara', busyText: 'Sparar...' }}
        >
          <TextField
            name="name"
            label="Företagsnamn"
            autoComplete="organization"
            hint={namesHint(isGuarding)}
            defaultValue={company.proposed_name ?? company.name}
            required
          />
          <TextArea
            name="bio"
            label="Om er"
            hint="Vad ni gör, för vem, och varför man ska välja just er. Högst 2&nbsp;000 tecken."
            optional
            rows={5}
            defaultValue={company.bio}
          />
          <SelectField
            // Remounts the select: a form reset goes back to the choice that the select was mounted with.
            key={company.category}
            name="category"
            label="Kategori"
            options={categoryOptions}
            defaultValue={company.category}
            required
          />
          <TextField name="phone" label="Telefon" type="tel" autoComplete="tel" defaultValue={company.phone} required />
          <TextField
            name="email"
            label="E-post"
            type="email"
            autoComplete="email"
            hint="Den som kunderna skriver till."
            defaultValue={company.email}
            required
          />
          <TextField
            name="address"
            label="Adress"
            autoComplete="address-line1"
            defaultValue={company.address}
            required
          />
          <TextField
            name="postcode"
            label="Postnummer"
            inputMode="numeric"
            autoComplete="postal-code"
            hint={
              isGuarding
                ? `Var ni larmas ändras inte av det här. ${areas.length > 0 ? `Ni larmas i ${postcodesInText(areas)}` : 'Inget område är bestämt'}; hör av er till oss om det ska ändras.`
                : undefined
            }
            defaultValue={company.postcode}
            className="max-w-48"
          />
          <OrgNumberField defaultValue={company.proposed_org_number ?? company.org_number} />
          <TextField
            name="vatNumber"
            label="Momsregistreringsnummer"
            hint="Om ni är momsregistrerade, till exempel SE556016068001."
            defaultValue={company.vat_number ?? ''}
            maxLength={30}
            className="max-w-64"
            optional
          />
          <Fieldset legend="Ni intygar" hint="Vi kan be er visa det.">
            <div>
              <Checkbox
                name="fTax"
                label="Vi är godkända för F-skatt"
                hint="Behövs för att kunderna ska få rutavdrag."
                defaultChecked={company.f_tax_stated}
              />
              <Checkbox
                name="insurance"
                label="Vi har en ansvarsförsäkring"
                defaultChecked={company.insurance_stated}
              />
            </div>
          </Fieldset>
        </IntentForm>
      </PortalSection>
    </>
  )
}

/** The hint shown before saving: what a new name puts on hold, and why. */
function namesHint(isGuarding: boolean): string {
  const words = 'Byter ni namn eller organisationsnummer tittar vi på det först. Till dess ser alla de gamla'
  return isGuarding ? `${words}, och ni får inga larm.` : `${words}.`
}

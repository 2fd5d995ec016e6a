import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatSwish, swishCode } from '~/platform/payments/swish'
import { Checkbox, Fieldset, TextField } from '~/ui/form/field'
import { QrCode } from '~/ui/marks/qr-code'
import { drawQr } from '~/ui/marks/qr-picture'
import { payWayDeeds } from '../../company-deeds.server'
import { requireOwnCompany } from '../../own-company.server'
import { CompanyTabs } from '../../parts/company-tabs'
import { PortalSection } from '../../parts/portal-section'
import { payRule, payWayNames } from '../pay-ways'
import { readPayWays } from '../pay-ways-store.server'
import type { Route } from './+types/own-pay-ways'

/** A payment of one krona: enough for the owner to check whose number it is. */
const trialOre = 1_00

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Så tar ni betalt',
    description: 'Hur kunderna betalar er när jobbet är gjort.',
    path: href('/dashboard/provider/company/payment'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  const ways = await readPayWays(db, company.id)
  const { swishNumber } = ways
  return {
    company,
    ways: { ...ways, swishNumber: swishNumber && formatSwish(swishNumber) },
    said: payWayNames(ways).length > 0 ? payRule(company.name, ways) : null,
    trial: swishNumber && drawQr(swishCode({ payee: swishNumber, amount: trialOre, message: 'Prov' })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, payWayDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(payWayDeeds, asked)
}

export default function OwnPayWaysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, ways, said, trial } = loaderData
  return (
    <>
      <CompanyTabs company={company} current="Betalning" />
      <PortalSection
        id="betalsatt"
        title="Så tar ni betalt"
        lead="Kunden betalar direkt till er när jobbet är gjort. De ser det här innan de bokar, och på den genomförda bokningen."
      >
        {said ? (
          <p className="border-line border-l-2 pl-4 wrap-anywhere">”{said}”</p>
        ) : (
          <p className="font-semibold text-alarm-text">Kunderna ser inte hur de ska betala er. Välj minst ett sätt.</p>
        )}
        <IntentForm
          intent="save-pay-ways"
          section="betalsatt"
          answer={actionData}
          submit={{ children: 'Spara', busyText: 'Sparar...' }}
        >
          <TextField
            name="swishNumber"
            label="Företagets nummer i Swish"
            hint="Tio siffror som börjar med 123. Lämna tomt om ni inte tar Swish."
            inputMode="numeric"
            autoComplete="off"
            defaultValue={ways.swishNumber ?? ''}
            className="max-w-80"
            optional
          />
          <Fieldset legend="Ni tar också">
            <div>
              <Checkbox
                name="card"
                label="Kort på plats"
                hint="Ni har en kortläsare med er."
                defaultChecked={ways.card}
              />
              <Checkbox name="invoice" label="Faktura" defaultChecked={ways.invoice} />
              <Checkbox name="cash" label="Kontanter" defaultChecked={ways.cash} />
            </div>
          </Fieldset>
        </IntentForm>
      </PortalSection>
      {trial && ways.swishNumber ? (
        <PortalSection
          id="prov"
          title="Kontrollera numret"
          lead={`Skanna koden i Swish. Står ert namn som mottagare är ${ways.swishNumber} rätt. Betala inte, det räcker att titta.`}
        >
          <QrCode
            picture={trial}
            label={`QR-kod för Swish till ${ways.swishNumber}, för att se vems numret är.`}
            className="w-48"
          />
        </PortalSection>
      ) : null}
    </>
  )
}

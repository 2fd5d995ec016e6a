import { href, Link } from 'react-router'
import { AccountSection, AccountTabs } from '~/accounts/public'
import { answerDeed } from '~/door/deed.server'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { Checkbox } from '~/ui/form/choice'
import { SelectField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { noticeDeeds } from '../notice-deeds.server'
import { BrowserSection } from '../parts/browser-section'
import { TopicTable } from '../parts/topic-table'
import { hourLabel } from '../quiet-hours'
import { readNotices } from '../read-notices.server'
import type { Route } from './+types/notices'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Aviseringar',
    description: 'Vad som når dig, hur och när.',
    path: href('/dashboard/account/notices'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return readNotices(context.get(houseContext), requireSignedIn(context, request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const values = await readForm(request, noticeDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(noticeDeeds, asked)
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }))

export default function NoticesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { topics, quiet, consents, browsers, pushKey, phone, phoneIsVerified } = loaderData
  return (
    <>
      <AccountTabs current="Aviseringar" />
      {!phoneIsVerified && <PhoneReminder phone={phone} />}
      <AccountSection id="val" title="Så vill jag få veta">
        <p>Viktiga besked kommer alltid med mejl. Här väljer du vad som också ska komma som SMS eller push.</p>
        <IntentForm
          intent="save-notices"
          section="val"
          answer={actionData}
          submit={{ children: 'Spara', busyText: 'Sparar...' }}
        >
          <TopicTable topics={topics} />
          <fieldset className="min-w-0">
            <legend className="text-h4">Tysta timmar</legend>
            <p className="mt-1 text-soft">
              Då väntar SMS och push till efteråt. Trygghetslarm väntar aldrig. Välj samma tid två gånger om du inte
              vill ha några.
            </p>
            <div className="mt-4 grid max-w-sm grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4">
              <SelectField name="quietFrom" label="Från" options={hours} defaultValue={String(quiet.from)} />
              <SelectField name="quietUntil" label="Till" options={hours} defaultValue={String(quiet.until)} />
            </div>
          </fieldset>
        </IntentForm>
      </AccountSection>
      <BrowserSection browsers={browsers} pushKey={pushKey} answer={actionData} />
      {consents && (
        <AccountSection id="samtycken" title="SMS till kvarteret">
          <p>Två olika samtycken. Du kan säga ja till det ena och nej till det andra, och ändra dig när du vill.</p>
          <IntentForm
            intent="save-consents"
            section="samtycken"
            answer={actionData}
            submit={{ children: 'Spara samtycken', busyText: 'Sparar...' }}
          >
            {consents.map(({ purpose, label, text, isGiven, since }) => (
              <Checkbox
                key={purpose}
                name={purpose}
                label={<strong>{label}</strong>}
                hint={
                  <>
                    {text} {since && <span className="block">{since}</span>}
                  </>
                }
                defaultChecked={isGiven}
              />
            ))}
          </IntentForm>
        </AccountSection>
      )}
    </>
  )
}

function PhoneReminder({ phone }: { phone: string | null }) {
  return (
    <Card tone="mist" className="mt-6 flex max-w-2xl items-start gap-4">
      <Icon name="phone" className="mt-0.5 size-6 text-lamp-ink" />
      <p className="min-w-0">
        <strong className="block">{phone ? 'Bekräfta ditt mobilnummer' : 'Fyll i ditt mobilnummer'}</strong>
        Inga SMS skickas {phone ? `till ${phone} ` : ''}förrän vi vet att numret är ditt.{' '}
        <Link to={`${href('/dashboard/account')}#mobilnummer`}>{phone ? 'Bekräfta numret' : 'Fyll i numret'}</Link>
      </p>
    </Card>
  )
}

import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { GuardSection } from '~/guards/public'
import { LampScene } from '~/pictures/scenes'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { namesOf } from '~/shared/chosen'
import { Dialog, DialogButton } from '~/ui/dialog'
import { EmptyState } from '~/ui/empty-state'
import { Checkbox, PasswordField, SelectField, TextField } from '~/ui/form/field'
import { formatLabels, pollChoices, usualPoll } from '../centre'
import { CentreFacts } from '../parts/centre-facts'
import { type CentreState, readOwnCentre } from '../read-centre.server'
import type { Route } from './+types/own-centre'
import { centreDeeds } from './centre-deeds.server'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Larmcentral',
    description: 'Larmcentralen som era larm också går till.',
    path: href('/dashboard/provider/centre'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return { own: await readOwnCentre(context.get(houseContext), signedIn) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, centreDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(centreDeeds, asked)
}

export default function OwnCentrePage({ loaderData: { own }, actionData }: Route.ComponentProps) {
  if (own === null) return <NotPartner />
  const { centre, signals, now, leavesTheHouse } = own
  return (
    <>
      <p>
        <Link to={href('/dashboard/provider/guards')} className="link inline-flex min-h-12 items-center">
          Väktare
        </Link>
      </p>
      <h1 className="text-h2">Larmcentral</h1>
      <p className="mt-3 prose-width text-soft">
        Har ni en larmcentral går larmen dit också, på samma gång som till era väktare. Vi signalerar över DC-09. Att
        larmcentralen har kvitterat betyder att larmet är framme där, aldrig att någon har tagit det: det gör ni här, i
        SMS:et eller genom länken.
      </p>
      {!leavesTheHouse && (
        <p className="mt-3 prose-width">
          Här sänds inget till larmcentraler. Det som skulle ha sänts sparas och visas här nedanför.
        </p>
      )}
      {centre && (
        <GuardSection id="lage" title="Läge">
          <CentreFacts centre={centre} signals={signals} now={now} />
          <IntentForm
            intent="send-test"
            section="lage"
            answer={actionData}
            submit={{ children: 'Skicka prov', busyText: 'Väntar på svar...', variant: 'secondary' }}
          >
            <p className="mb-4 text-soft">Ett prov (RP) som ingen åker på. Svaret är larmcentralens eget.</p>
          </IntentForm>
        </GuardSection>
      )}
      <GuardSection
        id="uppgifter"
        title={centre ? 'Uppgifter' : 'Koppla er larmcentral'}
        lead="Larmcentralen ger er adress, port, konto och nyckel."
      >
        <CentreForm centre={centre} answer={actionData} />
      </GuardSection>
      {centre && (
        <div className="mt-6">
          <DialogButton dialog="ta-bort" variant="quiet" icon="trash">
            Ta bort larmcentralen
          </DialogButton>
          <Dialog id="ta-bort" title="Ta bort larmcentralen">
            <p>Larm går inte längre dit, och det som har sänts glöms. Era väktare får larmen som förut.</p>
            <IntentForm
              intent="remove-centre"
              section="ta-bort"
              answer={actionData}
              className="mt-5"
              submit={{ children: 'Ta bort', busyText: 'Tar bort...', variant: 'alarm' }}
            />
          </Dialog>
        </div>
      )}
    </>
  )
}

type FormProps = { centre: CentreState['centre']; answer: FormAnswer | undefined }

function CentreForm({ centre, answer }: FormProps) {
  return (
    <IntentForm
      intent="save-centre"
      section="uppgifter"
      answer={answer}
      className="grid grid-cols-1 gap-5"
      submit={{ children: 'Spara', busyText: 'Sparar...' }}
    >
      <TextField name="name" label="Larmcentralens namn" defaultValue={centre?.name} maxLength={100} required />
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <TextField
          name="host"
          label="Adress"
          hint="Ett namn eller en IP-adress."
          defaultValue={centre?.host}
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
          required
        />
        <TextField name="port" label="Port" inputMode="numeric" defaultValue={centre?.port} maxLength={5} required />
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          name="account"
          label="Konto"
          defaultValue={centre?.account}
          autoComplete="off"
          maxLength={16}
          required
        />
        <TextField name="receiver" label="Mottagare" defaultValue={centre?.receiver ?? '0'} maxLength={6} required />
        <TextField name="line" label="Linje" defaultValue={centre?.line ?? '0'} maxLength={6} required />
      </div>
      <SelectField
        name="format"
        label="Format"
        defaultValue={centre?.format}
        options={namesOf(formatLabels).map((value) => ({ value, label: formatLabels[value] }))}
      />
      <PasswordField
        name="secretKey"
        label="AES-nyckel"
        hint={`32, 48 eller 64 tecken, 0–9 och A–F.${centre?.hasKey ? ' Lämna tomt för att behålla den som finns.' : ''}`}
        optional
        autoComplete="off"
      />
      <Checkbox
        name="inClear"
        label="Sänd utan kryptering"
        hint="Då sänds bara koden, kontot, postnumret och tiden, aldrig var personen är eller länken till larmet."
        defaultChecked={centre !== null && !centre.hasKey}
      />
      <SelectField
        name="pollS"
        label="Hur ofta vi frågar om den finns"
        defaultValue={String(centre?.pollS ?? usualPoll)}
        options={pollChoices.map((seconds) => ({ value: String(seconds), label: `Var ${seconds}:e sekund` }))}
      />
    </IntentForm>
  )
}

function NotPartner() {
  return (
    <>
      <h1 className="mb-6 text-h2">Larmcentral</h1>
      <EmptyState picture={<LampScene />} title="För bevaknings&shy;företag">
        En larmcentral kan kopplas av företag med tillstånd för bevakning som vi har sett, vilket paket de än har.
      </EmptyState>
    </>
  )
}

import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Dialog, DialogButton } from '~/ui/dialog'
import { Checkbox, TextArea } from '~/ui/form/field'
import type { CompanyForAdmin } from '../read-company-for-admin.server'

type Props = { company: CompanyForAdmin; answer: FormAnswer | undefined }

const id = 'granskning'

/** The decisions that are possible in the company's present state. */
export function ReviewSection({ company: { may, name, asked, seen, record, hiddenReason, isGone }, answer }: Props) {
  if (isGone) return null
  const looked = { seen: String(seen) }
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-4">
      <h2 id={`${id}-title`} className="text-h3">
        Granskning
      </h2>
      {hiddenReason ? (
        <div className="rounded-control bg-mist p-4">
          <p className="font-semibold">Dolt, med det här skälet:</p>
          <p className="mt-1 break-words whitespace-pre-line">{hiddenReason}</p>
        </div>
      ) : (
        <p>
          {asked
            ? 'Företaget vill byta namn eller nummer. Alla ser de gamla tills du har sagt ja, och är det trygghetspartner får det inga larm under tiden.'
            : may.approve
              ? 'Företaget syns redan. Titta på organisationsnumret och det som är uppgivet, och dölj det bara om något är fel.'
              : 'Granskat och godkänt. Dölj det bara om något har blivit fel.'}
        </p>
      )}
      {asked && (
        <DescriptionList
          items={[
            { term: 'Gäller nu', description: `${name}, ${record.orgNumber}` },
            {
              term: 'Vill stå som',
              description: (
                <>
                  <strong>
                    {asked.name}, {asked.orgNumber}
                  </strong>
                  {asked.orgNumberHint && <span className="block text-small">{asked.orgNumberHint}</span>}
                </>
              ),
            },
          ]}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {may.approve && (
          <IntentForm
            intent="approve-company"
            section={id}
            answer={answer}
            hidden={looked}
            submit={{ children: asked ? 'Godkänn det nya' : 'Godkänn', busyText: 'Godkänner...', icon: 'check' }}
          />
        )}
        {may.restore && (
          <IntentForm
            intent="restore-company"
            section={id}
            answer={answer}
            hidden={looked}
            submit={{ children: 'Visa företaget igen', busyText: 'Visar...', icon: 'eye' }}
          />
        )}
        {may.decline && <DeclineDialog seen={looked} answer={answer} />}
        {may.hide && <HideDialog name={name} answer={answer} />}
      </div>
    </Card>
  )
}

function DeclineDialog({ seen, answer }: { seen: { seen: string }; answer: FormAnswer | undefined }) {
  return (
    <>
      <DialogButton dialog="neka" variant="secondary" icon="close">
        Neka
      </DialogButton>
      <Dialog id="neka" title="Neka det nya namnet">
        <p>Företaget står kvar med det namn och nummer som är godkända, och får larm som förut om det är partner.</p>
        <IntentForm
          intent="decline-names"
          section="neka"
          answer={answer}
          hidden={seen}
          className="mt-5 grid gap-5"
          submit={{ children: 'Neka', busyText: 'Nekar...' }}
        >
          <TextArea name="reason" label="Varför?" hint="Företaget får läsa det här i ett mejl." rows={3} required />
        </IntentForm>
      </Dialog>
    </>
  )
}

function HideDialog({ name, answer }: { name: string; answer: FormAnswer | undefined }) {
  return (
    <>
      <DialogButton dialog="dolj" variant="secondary" icon="eye-off">
        Dölj företaget
      </DialogButton>
      <Dialog id="dolj" title={`Dölj ${name}`}>
        <p>Företaget försvinner ur katalogen och dess sida går inte att öppna. Ägaren kan fortfarande logga in.</p>
        <IntentForm
          intent="hide-company"
          section="dolj"
          answer={answer}
          className="mt-5 grid gap-5"
          submit={{ children: 'Dölj företaget', busyText: 'Döljer...', variant: 'alarm' }}
        >
          <TextArea
            name="reason"
            label="Varför?"
            hint="Företaget får läsa det här, i portalen och i ett mejl."
            rows={4}
            required
          />
          <Checkbox name="sure" label="Ja, dölj företaget för alla" />
        </IntentForm>
      </Dialog>
    </>
  )
}

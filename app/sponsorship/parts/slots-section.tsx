import { href } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Dialog, DialogButton } from '~/ui/dialog'
import { ButtonLink } from '~/ui/form/button'
import { TextArea } from '~/ui/form/field'
import type { ApplicationsShown, SlotShown } from '../read-slots.server'

type Application = ApplicationsShown[number]

type Props = {
  companyId: string
  /** False for a closed company, which has no package to change. */
  mayChange: boolean
  applications: ApplicationsShown
  answer: FormAnswer | undefined
}

/** A company's months for an admin, with forms to mark them as paid or let them go (`slotDeeds`). */
export function SlotsSection({ companyId, mayChange, applications, answer }: Props) {
  return (
    <Card as="section" id="paket" aria-labelledby="paket-title" className="scroll-mt-6">
      <h2 id="paket-title" className="text-h3">
        Paket och månader
      </h2>
      {mayChange && (
        <p className="mt-3">
          <ButtonLink
            to={href('/dashboard/admin/companies/:id/plan', { id: companyId })}
            variant="secondary"
            icon="edit"
          >
            Byt paket
          </ButtonLink>
        </p>
      )}
      {applications.length === 0 && <p className="mt-3 text-soft">Företaget har inte bokat någon månad.</p>}
      <ul className="mt-2 divide-y divide-line">
        {applications.map((application) => (
          <li key={application.slots[0]?.id} className="py-6 last:pb-0">
            <ApplicationShown application={application} answer={answer} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ApplicationShown({ application, answer }: { application: Application; answer: FormAnswer | undefined }) {
  const { slots, unpaidSlots, unpaidTotal } = application
  const [first] = slots
  if (!first) return null
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="text-h4">{first.packageName}</h3>
          <p className="text-soft">
            {first.campaign && <>”{first.campaign}” · </>}
            Ansökte {first.booked}
          </p>
        </div>
        {unpaidTotal && <PaidDialog id={`betald-${first.id}`} application={application} answer={answer} />}
      </div>
      <ul className="mt-4 grid gap-2">
        {slots.map((slot) => (
          <li key={slot.id} className="grid gap-2 rounded-control bg-mist px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold">{slot.month}</span>
                <span className="tabular text-soft">{slot.price}</span>
                <Badge tone={slot.state.tone} icon={slot.state.icon}>
                  {slot.state.label}
                </Badge>
              </p>
              {slot.mayRelease && <ReleaseDialog slot={slot} answer={answer} />}
            </div>
            {slot.isFor && <p className="text-small text-soft">{slot.isFor}</p>}
            {slot.releaseReason && <p className="text-small text-soft">Anledning: {slot.releaseReason}</p>}
          </li>
        ))}
      </ul>
      {unpaidSlots === '' && first.paid && (
        <p className="mt-3 text-small text-soft">Betalningen noterad {first.paid}.</p>
      )}
    </>
  )
}

type PaidProps = { id: string; application: Application; answer: FormAnswer | undefined }

function PaidDialog({ id, application, answer }: PaidProps) {
  const months = application.slots.filter(({ mayActivate }) => mayActivate).map(({ month }) => month)
  return (
    <>
      <DialogButton dialog={id} variant="primary" icon="check">
        Markera som betald och aktivera
      </DialogButton>
      <Dialog id={id} title="Har betalningen kommit in?">
        <p>
          {application.unpaidTotal} exklusive moms för {months.join(', ')}. Paketet blir aktivt och företaget får ett
          mejl.
        </p>
        <IntentForm
          intent="activate-slots"
          section={id}
          answer={answer}
          hidden={{ slots: application.unpaidSlots }}
          className="mt-5 grid gap-5"
          submit={{ children: 'Ja, betalningen är här', busyText: 'Aktiverar...' }}
        />
      </Dialog>
    </>
  )
}

function ReleaseDialog({ slot, answer }: { slot: SlotShown; answer: FormAnswer | undefined }) {
  const id = `slapp-${slot.id}`
  return (
    <>
      <DialogButton dialog={id} size="small">
        Släpp månaden
      </DialogButton>
      <Dialog id={id} title={`Släpp ${slot.month}`}>
        <p>
          {slot.paid
            ? 'Månaden är betald. Märket försvinner, andra kan boka den, och det som är betalt för de dagar som är kvar ska tillbaka: ett kreditkvitto skrivs, och återbetalningen väntar i listan över betalningar.'
            : 'Andra kan boka månaden igen.'}
        </p>
        <IntentForm
          intent="release-slot"
          section={id}
          answer={answer?.values?.slot === slot.id ? answer : undefined}
          hidden={{ slot: slot.id }}
          className="mt-5 grid gap-5"
          submit={{ children: 'Släpp månaden', busyText: 'Släpper...', variant: 'alarm' }}
        >
          <TextArea name="reason" label="Varför?" hint="Företaget får se det här." rows={3} required />
        </IntentForm>
      </Dialog>
    </>
  )
}

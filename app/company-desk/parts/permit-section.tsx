import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Dialog, DialogButton } from '~/ui/dialog'
import { Checkbox, Fieldset, TextArea, TextField } from '~/ui/form/field'
import type { CompanyForAdmin } from '../read-company-for-admin.server'

type Props = {
  security: CompanyForAdmin['security']
  seen: number
  isGone: boolean
  answer: FormAnswer | undefined
}

const id = 'tillstand'

/** A guard company's permit: what was checked and by whom, its areas, and whether it gets alarms. */
export function PermitSection({ security: { permit, whyNot, today, isPartner }, seen, isGone, answer }: Props) {
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${id}-title`} className="text-h3">
          Tillstånd och områden
        </h2>
        {whyNot === null ? (
          <Badge tone="spruce" icon="shield">
            Får larm
          </Badge>
        ) : (
          <Badge icon="minus">Får inga larm</Badge>
        )}
      </div>
      {whyNot !== null && (
        <p>
          {isPartner
            ? whyNot
            : `${whyNot} Med ett giltigt tillstånd som ni har sett får det larm, vilket paket det än har.`}
        </p>
      )}
      {permit && (
        <DescriptionList
          items={[
            { term: 'Nummer', description: permit.number },
            { term: 'Gäller', description: permit.kind },
            {
              term: 'Kontrollerat för',
              description: (
                <span className="flex flex-wrap items-center gap-3">
                  {permit.company}
                  {!permit.isForThese && (
                    <Badge tone="alarm" icon="warning">
                      Inte dagens namn och nummer
                    </Badge>
                  )}
                </span>
              ),
            },
            { term: 'Larmas i', description: permit.areas.length > 0 ? permit.areas.join(', ') : 'Inget område' },
            {
              term: 'Till och med',
              description: (
                <span className="flex flex-wrap items-center gap-3">
                  {permit.until}
                  {!permit.isValid && (
                    <Badge tone="alarm" icon="warning">
                      Har gått ut
                    </Badge>
                  )}
                </span>
              ),
            },
            ...(permit.centre
              ? [
                  {
                    term: 'Larmcentralens intyg',
                    description: (
                      <span className="flex flex-wrap items-center gap-3">
                        {`${permit.centre.class}, ${permit.centre.certifier}, ${permit.centre.certificate}, till och med ${permit.centre.until}`}
                        {!permit.centre.isValid && (
                          <Badge tone="alarm" icon="warning">
                            Har gått ut
                          </Badge>
                        )}
                      </span>
                    ),
                  },
                ]
              : []),
            { term: 'Kontrollerat av', description: permit.checked },
          ]}
        />
      )}
      {!isGone && (
        <div className="flex flex-wrap gap-3">
          <CheckDialog
            permit={permit}
            today={today}
            seen={seen}
            isAwaited={permit !== null && !(permit.isValid && permit.isForThese)}
            answer={answer}
          />
          {permit && <RemoveDialog answer={answer} />}
        </div>
      )}
    </Card>
  )
}

type CheckProps = Pick<CompanyForAdmin['security'], 'permit' | 'today'> & {
  seen: number
  isAwaited: boolean
  answer: FormAnswer | undefined
}

function CheckDialog({ permit, today, seen, isAwaited, answer }: CheckProps) {
  return (
    <>
      <DialogButton dialog="kontrollera" variant={isAwaited ? 'primary' : 'secondary'} icon="shield">
        {permit ? 'Ändra tillstånd och områden' : 'Skriv in tillstånd och områden'}
      </DialogButton>
      {/* A new `checkedAt` remounts the dialog, which closes it after a save. */}
      <Dialog id="kontrollera" title="Tillstånd och områden" key={permit?.checkedAt}>
        <p>
          Skriv av det du har sett på tillståndet. Det gäller företagets namn och nummer som de står nu. Ditt namn och
          dagens datum sparas med det.
        </p>
        <IntentForm
          intent="check-permit"
          section="kontrollera"
          answer={answer}
          hidden={{ seen: String(seen) }}
          className="mt-5 grid gap-5"
          submit={{ children: 'Spara', busyText: 'Sparar...' }}
        >
          <TextField name="number" label="Nummer" defaultValue={permit?.number} maxLength={60} required />
          <TextField
            name="kind"
            label="Vad tillståndet gäller"
            hint="Till exempel bevakningsföretag, ordningsvakt eller klass."
            defaultValue={permit?.kind}
            maxLength={60}
            required
          />
          <TextField
            name="validUntil"
            label="Gäller till och med"
            type="date"
            min={today}
            defaultValue={permit?.validUntil}
            className="max-w-60"
            required
          />
          <TextArea
            name="areas"
            label="Områden"
            hint="De postnummer där företaget larmas och går pass, med komma eller på var sin rad. Företagets egen adress ändrar dem inte."
            defaultValue={permit?.areas.join(', ')}
            rows={3}
            required
          />
          <Fieldset
            legend="Företagets larmcentral"
            hint="Om det har någon. Skriv av det du har sett på larmcentralens intyg, eller lämna allt tomt."
          >
            <TextField
              name="centreClass"
              label="Klass"
              hint="Till exempel SSF 136 eller EN 50518, kategori I."
              defaultValue={permit?.centre?.class}
              maxLength={60}
              optional
            />
            <TextField
              name="centreCertifier"
              label="Certifierad av"
              hint="Till exempel SBSC."
              defaultValue={permit?.centre?.certifier}
              maxLength={60}
              optional
            />
            <TextField
              name="centreCertificate"
              label="Intygets nummer"
              defaultValue={permit?.centre?.certificate}
              maxLength={60}
              optional
            />
            <TextField
              name="centreValidUntil"
              label="Intyget gäller till och med"
              type="date"
              min={today}
              defaultValue={permit?.centre?.validUntil}
              className="max-w-60"
              optional
            />
          </Fieldset>
        </IntentForm>
      </Dialog>
    </>
  )
}

function RemoveDialog({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <>
      <DialogButton dialog="ta-bort-tillstand" variant="quiet" icon="trash">
        Ta bort
      </DialogButton>
      <Dialog id="ta-bort-tillstand" title="Ta bort tillståndet">
        <p>Företaget får inga larm från och med nu, vad det än har betalat. Områdena tas bort med tillståndet.</p>
        <IntentForm
          intent="remove-permit"
          section="ta-bort-tillstand"
          answer={answer}
          className="mt-5 grid gap-5"
          submit={{ children: 'Ta bort tillståndet', busyText: 'Tar bort...', variant: 'alarm' }}
        >
          <TextArea name="reason" label="Varför?" hint="Sparas i historiken." rows={3} required />
          <Checkbox name="sure" label="Ja, sluta skicka larm till företaget" />
        </IntentForm>
      </Dialog>
    </>
  )
}

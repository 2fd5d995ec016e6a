import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { TextField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { PortalSection } from '../../parts/portal-section'
import type { BusyShown } from '../busy-calendar.server'

type Props = { calendar: BusyShown; answer: FormAnswer | undefined }

/** The section for the address of the company's own calendar, whose busy times cannot be booked. */
export function BusySection({ calendar, answer }: Props) {
  return (
    <PortalSection
      id="upptagen"
      title="Upptagna tider ur er kalender"
      lead="Klistra in den hemliga länken till er egen kalender, så kan ingen boka er när den säger att ni är upptagna. Vi läser bara när, aldrig vad."
    >
      {calendar && <Standing calendar={calendar} />}
      <IntentForm
        key={calendar?.host}
        intent="save-busy"
        section="upptagen"
        answer={answer}
        submit={{
          children: calendar ? 'Byt länk' : 'Spara länken',
          busyText: 'Sparar...',
          variant: calendar ? 'secondary' : 'primary',
        }}
      >
        <TextField
          name="address"
          label="Länk till kalendern"
          hint="Den slutar ofta på .ics. I Google Kalender heter den Hemlig adress i iCal-format, i Outlook ICS-länk under Publicera en kalender."
          inputMode="url"
          autoComplete="off"
          maxLength={1000}
          required
        />
      </IntentForm>
      {calendar && (
        <IntentForm
          intent="remove-busy"
          section="upptagen"
          answer={answer}
          submit={{ children: 'Sluta läsa kalendern', variant: 'quiet', icon: 'trash' }}
        />
      )}
    </PortalSection>
  )
}

function Standing({ calendar: { host, readAt, failing, unread } }: { calendar: NonNullable<BusyShown> }) {
  return (
    <div className="grid gap-3 rounded-control bg-mist p-4 wrap-anywhere">
      {failing ? (
        <p className="flex items-start gap-3">
          <Icon name="warning" className="mt-0.5 size-6 shrink-0 text-lamp-ink" />
          <span>
            Vi har inte kunnat läsa kalendern sedan {failing.since}. {failing.why}{' '}
            {readAt ? 'Det som stod i den då gäller tills vi kan läsa den igen.' : null}
          </span>
        </p>
      ) : (
        <p className="flex items-start gap-3">
          <Icon name={readAt ? 'check' : 'clock'} className="mt-0.5 size-6 shrink-0 text-spruce" />
          <span>
            {readAt
              ? `Vi läste er kalender${host ? ` hos ${host}` : ''} senast ${readAt}.`
              : 'Vi läser kalendern inom någon minut.'}
          </span>
        </p>
      )}
      {unread > 0 && (
        <p>
          {unread === 1 ? 'En återkommande händelse' : `${unread} återkommande händelser`} kan vi inte läsa. Stäng de
          dagarna under Tider i stället.
        </p>
      )}
    </div>
  )
}

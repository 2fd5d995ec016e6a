import { formatClock } from '~/shared/time'
import { ButtonLink } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { Icon } from '~/ui/marks/icon'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'

/** Where the phone was. Shown when it is asked for, since each look is written down. */
export function PositionShown({ answer }: { answer: TakerAnswer | undefined }) {
  const position = answer?.position
  if (!position) {
    return (
      <Form action="?#top">
        <SubmitButton
          name="intent"
          value="look"
          variant="secondary"
          icon="map-pin"
          busyText="Hämtar..."
          className="w-full"
        >
          Visa var personen är
        </SubmitButton>
        <p className="mt-2 text-small text-soft">Att du tittar skrivs i larmets historik.</p>
      </Form>
    )
  }
  const { latitude, longitude, accuracyM, createdAt } = position
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <div className="rounded-control bg-mist p-4">
      <p className="flex items-center gap-3 text-lead font-semibold">
        <Icon name="map-pin" />
        <span className="tabular">{place}</span>
      </p>
      <p className="mt-1 text-soft">
        Kl. {formatClock(createdAt)}
        {accuracyM === null ? '' : `, inom ungefär ${accuracyM} m`}
        {position.isBlurred ? '. Ungefärlig: det är mer än 30 dagar sedan.' : ''}
      </p>
      <ButtonLink
        to={`geo:${latitude},${longitude}?q=${latitude},${longitude}`}
        icon="external"
        className="mt-3 w-full"
      >
        Öppna i kartan
      </ButtonLink>
    </div>
  )
}

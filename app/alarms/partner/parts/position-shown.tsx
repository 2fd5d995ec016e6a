import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { Icon } from '~/ui/marks/icon'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import { AlarmMapShown } from '../../map/parts/alarm-map-shown'

/** The phone's last position. Shown on request only, since each look is recorded. */
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
  const place = `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`
  return (
    <div className="grid grid-cols-1 gap-4 rounded-control bg-mist p-4">
      <p className="flex items-center gap-3 text-lead font-semibold">
        <Icon name="map-pin" />
        <span className="tabular min-w-0">{place}</span>
      </p>
      {answer.map ? <AlarmMapShown map={answer.map} /> : null}
    </div>
  )
}

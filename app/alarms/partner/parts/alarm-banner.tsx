import { Link } from 'react-router'
import { Icon } from '~/ui/marks/icon'
import { bannerOf, type OpenAlarm, waitingOf } from '../open-alarms'
import { SoundSwitch } from './sound-switch'
import { useSiren } from './use-siren'
import { useTitle } from './use-title'

type Props = {
  open: readonly OpenAlarm[]
  /** Address of the list; each alarm's own page lies below it. */
  address: string
  /** Whether the sound can be turned on here before there is an alarm. */
  offersSound: boolean
}

/** Announces open alarms on all pages of those who can come: as a banner, in the tab's title and by sound. */
export function AlarmBanner({ open, address, offersSound }: Props) {
  const banner = bannerOf(open)
  const waiting = waitingOf(open).length
  const siren = useSiren(waiting > 0)
  useTitle(waiting)
  const look = banner?.isUrgent ? 'bg-alarm text-on-alarm' : 'border-2 border-lamp bg-surface'
  return (
    <>
      <p role="alert" className="sr-only">
        {banner?.isUrgent ? banner.title : null}
      </p>
      {banner && (
        <section
          aria-label="Larm som pågår"
          className={`mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card p-4 ${look}`}
        >
          <p className="flex min-w-0 items-start gap-3">
            <Icon name="alarm" className="mt-1 size-6 shrink-0" />
            <span className="min-w-0">
              <strong className="block text-h4">{banner.title}</strong>
              {banner.text}
            </span>
          </p>
          <Link
            to={banner.alarmId ? `${address}/${banner.alarmId}` : address}
            className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4"
          >
            {banner.alarmId ? 'Öppna larmet' : 'Öppna larmen'}
          </Link>
        </section>
      )}
      {(waiting > 0 || offersSound) && (
        <div className="mb-6">
          <SoundSwitch {...siren} />
        </div>
      )}
    </>
  )
}

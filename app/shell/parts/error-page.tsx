import { Logo } from '~/pictures/logo'
import { PowerCut } from '~/pictures/scenes'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { buttonClass } from '~/ui/form/button'
import type { Said } from './said-at-the-door'

type Props = {
  /** The request id under which the log has this failure. */
  reference?: string
  /** The page reloads by itself when the server answers. */
  comesBack?: boolean
  /** Set if nothing failed but the request was refused: what was wrong with it. */
  said?: Said | null
}

/**
 * Shown after a failure of ours, perhaps offline. So it depends on nothing: no data, session, router or file not
 * already loaded. Its links are plain anchors that load a page anew.
 */
export function ErrorPage({ reference, comesBack = false, said = null }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page py-5 text-spruce">
        <a href="/" className="inline-block rounded-control py-2">
          <Logo />
        </a>
      </header>
      <main className="page my-auto grid items-center gap-x-20 gap-y-10 py-10 lg:grid-cols-2">
        <div>
          <h1 className="text-display">{said?.title ?? 'Det gick inte att visa sidan'}</h1>
          <p className="mt-5 max-w-[44ch] text-lead text-soft">
            {said?.text ??
              (comesBack
                ? 'Uppkopplingen har brutits, eller så svarar servern inte just nu. Sidan kommer tillbaka av sig själv när den svarar igen.'
                : 'Något har gått sönder hos oss, eller så har uppkopplingen brutits. Vänta en liten stund och försök igen.')}{' '}
            Det du har skickat och fått bekräftat finns kvar.
          </p>
          <p className="mt-5 max-w-[44ch]">
            Behöver du hjälp nu? Ring{' '}
            <a href={`tel:${EMERGENCY_NUMBER}`} className="link font-semibold text-alarm-text">
              {EMERGENCY_NUMBER}
            </a>
            .
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {/* A query alone reloads the present page. */}
            <a href="?" className={buttonClass({ size: 'large' })}>
              Försök igen
            </a>
            <a href="/" className={buttonClass({ size: 'large', variant: 'secondary' })}>
              Till startsidan
            </a>
          </div>
          {reference ? <p className="mt-8 text-small text-soft">Felets nummer: {reference}</p> : null}
        </div>
        <PowerCut className="max-w-none" />
      </main>
    </div>
  )
}

import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { QrCode } from '~/ui/marks/qr-code'
import { useNotice } from '~/ui/notice'
import type { AmbassadorShown } from '../read-ambassador.server'

/** The member's own link: as text, as a QR code, and with buttons to copy and share. */
export function TipCard({ tip }: { tip: NonNullable<AmbassadorShown['tip']> }) {
  return (
    <Card as="section" aria-labelledby="tip-title" className="mt-8 grid gap-6 sm:grid-cols-[auto_1fr] sm:gap-8">
      <QrCode
        picture={tip.picture}
        label="QR-kod som öppnar företagets anmälan med ditt nummer ifyllt. Samma länk står som text här bredvid."
        className="mx-auto w-48 sm:w-52"
      />
      <div className="grid content-start gap-4">
        <h2 id="tip-title" className="text-h3">
          Din länk
        </h2>
        <p>
          Visa koden eller skicka länken till företaget. Då står ditt nummer,{' '}
          <strong className="inline-block">{tip.phone}</strong>, redan i fältet ”Tipsad av”.
        </p>
        <p>
          <a href={tip.link} className="link [overflow-wrap:anywhere]">
            {tip.link}
          </a>
        </p>
        <LinkButtons link={tip.link} />
      </div>
    </Card>
  )
}

/** Rendered after hydration only, since the buttons need JavaScript. Without it the link can be selected and copied. */
function LinkButtons({ link }: { link: string }) {
  const hydrated = useHydrated()
  const say = useNotice()
  if (!hydrated) return null

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      say({ tone: 'normal', title: 'Länken är kopierad' })
    } catch {
      say({ tone: 'destructive', title: 'Det gick inte att kopiera', message: 'Markera länken och kopiera den själv.' })
    }
  }

  // Closing the share sheet rejects the promise; that is not an error.
  const share = () => navigator.share({ title: 'Gå med i kvarteret', url: link }).catch(() => {})

  return (
    <div className="flex flex-wrap gap-3">
      <Button type="button" icon="copy" onClick={copy}>
        Kopiera länken
      </Button>
      {'share' in navigator && (
        <Button type="button" variant="secondary" icon="external" onClick={share}>
          Dela
        </Button>
      )}
    </div>
  )
}

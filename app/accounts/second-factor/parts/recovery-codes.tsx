import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { useNotice } from '~/ui/notice'

/** The recovery codes, to be written down or stored. Without JavaScript there is no copy button. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const hydrated = useHydrated()
  const say = useNotice()

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      say({ tone: 'normal', title: 'Koderna är kopierade', message: 'Klistra in dem där du sparar dina lösenord.' })
    } catch {
      // The browser may refuse access to the clipboard. The codes can still be selected and copied by hand.
      say({
        tone: 'destructive',
        title: 'Det gick inte att kopiera',
        message: 'Markera koderna och kopiera dem själv.',
      })
    }
  }

  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] gap-x-3 gap-y-2 rounded-control border border-line bg-surface p-[min(1rem,4vw)] wrap-anywhere">
        {codes.map((code) => (
          <li key={code} className="font-[family-name:ui-monospace,monospace] hyphens-none">
            {code}
          </li>
        ))}
      </ul>
      {hydrated && (
        <div className="flex flex-wrap gap-3">
          <Button type="button" variant="secondary" icon="copy" onClick={copy}>
            Kopiera
          </Button>
          <Button type="button" variant="secondary" onClick={() => window.print()}>
            Skriv ut
          </Button>
        </div>
      )}
    </>
  )
}

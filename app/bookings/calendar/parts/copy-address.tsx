import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { useNotice } from '~/ui/notice'

/** An address to copy: one press selects all of it (`select-all`); with JavaScript there is also a button. */
export function CopyAddress({ address }: { address: string }) {
  const hydrated = useHydrated()
  const say = useNotice()

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      say({ tone: 'normal', title: 'Länken är kopierad' })
    } catch {
      say({
        tone: 'destructive',
        title: 'Det gick inte att kopiera',
        message: 'Markera länken och kopiera den själv.',
      })
    }
  }

  return (
    <div className="grid gap-3">
      <p className="rounded-control bg-mist px-4 py-3 font-semibold wrap-anywhere select-all">{address}</p>
      {hydrated ? (
        <div>
          <Button type="button" variant="secondary" icon="copy" onClick={copy}>
            Kopiera länken
          </Button>
        </div>
      ) : null}
    </div>
  )
}

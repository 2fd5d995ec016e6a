import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { readSettings, updateBanner } from './settings-store.server'

const bannerForm = z.object({
  text: field.line('Skriv vad alla ska få veta', 300),
  hours: field.whole(1, 168, 'Skriv ett antal timmar från 1 till 168'),
})

/** An administrator shows a message to everybody who is signed in, for some hours. */
export async function saveBanner({ house, signedIn, values }: Asked): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = parseForm(bannerForm, values, 'Meddelandet visas inte')
  if (!form.ok) return form
  const { text, hours } = form.value
  const now = house.clock.now()
  const banner = { text, until: new Date(now.getTime() + hours * 3_600_000) }
  await house.db.transaction().execute(async (db) => {
    const before = (await readSettings(db)).banner?.text ?? null
    await updateBanner(db, banner)
    const subject = { kind: 'setting' as const, id: 'banner' }
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'show banner',
      subject,
      before: { text: before },
      after: { text, hours },
    })
  })
  return accepted(null)
}

export async function removeBanner({ house, signedIn }: Asked): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  await house.db.transaction().execute(async (db) => {
    const { banner } = await readSettings(db)
    if (!banner) return
    await updateBanner(db, null)
    const subject = { kind: 'setting' as const, id: 'banner' }
    const at = house.clock.now()
    await recordAudit(db, {
      at,
      actor: signedIn,
      deed: 'remove banner',
      subject,
      before: { text: banner.text },
      after: {},
    })
  })
  return accepted(null)
}

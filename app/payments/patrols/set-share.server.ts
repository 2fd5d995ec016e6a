import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { insertShare, readSharePercent } from './share-store.server'

const shareForm = z.object({ percent: field.whole(0, 100, 'Skriv ett tal från 0 till 100') })

/** An admin sets the patrol share of packages that are paid from now on. Earlier payments keep their share. */
export async function setPatrolShare({ house, signedIn, values }: Asked): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = parseForm(shareForm, values, 'Andelen är inte ändrad')
  if (!form.ok) return form
  const { percent } = form.value
  const now = house.clock.now()
  await house.db.transaction().execute(async (db) => {
    const before = await readSharePercent(db)
    if (before === percent) return
    await insertShare(db, percent, signedIn.person.id, now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'set patrol share',
      subject: { kind: 'setting', id: 'patrol share' },
      before: { percent: before },
      after: { percent },
    })
  })
  return accepted(null)
}

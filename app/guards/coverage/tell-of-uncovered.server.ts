import { href } from 'react-router'
import { readAdminIds } from '~/accounts/public.server'
import { notifyPerson } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { areaName } from '~/postcodes/public'
import { noteUncovered } from './coverage-store.server'

/**
 * Chore, every minute: notifies the administrators of each open postcode that has lost its last callable partner, for
 * any reason; once until it has a partner again. Returns the number of postcodes.
 */
export async function tellOfUncovered({
  db: root,
  clock,
  config,
  wake,
}: Pick<House, 'db' | 'clock' | 'config' | 'wake'>): Promise<number> {
  const told = await root.transaction().execute(async (db) => {
    const uncovered = await noteUncovered(db, clock.now())
    if (uncovered.length === 0) return 0
    const names = uncovered.map((postcode) => areaName(postcode.code, postcode)).join(', ')
    const path = href('/dashboard/admin/coverage')
    for (const admin of await readAdminIds(db)) {
      await notifyPerson(db, admin, {
        kind: 'operations postcode uncovered',
        subject:
          uncovered.length === 1
            ? `Utan trygghetspartner: ${names}`
            : `${uncovered.length} postnummer är utan trygghetspartner`,
        letter: {
          greeting: 'Hej,',
          paragraphs: [
            `Ingen trygghetspartner larmas just nu i: ${names}.`,
            'De som bor där ser det på sin sida, med 112. Ett larm därifrån går till grannområdenas partner och till jouren. Bland företagen ser du varför: ett tillstånd som gått ut, ett namn som väntar, ett spärrat konto eller inget område.',
          ],
          action: { label: 'Se bemanningen', url: config.origin + path },
        },
        push: { title: 'Ett kvarter är utan trygghetspartner', body: 'Ett larm därifrån når ingen väktare.', path },
      })
    }
    return uncovered.length
  })
  if (told > 0) wake('messages')
  return told
}

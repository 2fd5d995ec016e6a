import type { House } from '~/platform/house.server'
import { readSetupOf } from './setup-store.server'

/** The alarm set-up's part of the personal data export. */
export async function exportSetup(house: Pick<House, 'db' | 'keys'>, personId: string) {
  const { saved, sharesPosition, homeSavedAt } = await readSetupOf(house, personId)
  const home = saved?.home ?? null
  return {
    delarPlatsVidLarm: sharesPosition,
    hem: home && {
      gata: home.street,
      nummer: home.number,
      våning: home.floor,
      namnPåDörren: home.doorName,
      portkod: home.doorCode,
      braAttVeta: home.toKnow,
      sparat: homeSavedAt,
    },
  }
}

import type { House } from '~/platform/house.server'
import { readHome, readSetupOf } from './setup-store.server'

/** The alarm set-up's part of the personal data export. */
export async function exportSetup(house: Pick<House, 'db' | 'keys'>, personId: string) {
  const { sharesPosition, homeSavedAt } = await readSetupOf(house.db, personId)
  const home = await readHome(house, personId)
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

/** The public interface of sponsorship for other slices and the server. */
export { activatePaidSlots } from './activate-slots.server'
export { slotDeeds } from './change/slot-deeds.server'
export { readBadges } from './read-badges.server'
export { readMonthsLetGo, readPlanInWords, readSlotsForAdmin } from './read-slots.server'
export { settleCompany } from './settle.server'
export {
  insertSeasonSlots,
  insertSponsorSlot,
  isLetGo,
  isPaidOffer,
  type MonthWithStops,
  readActiveKinds,
  readBookedPostcodes,
  readMonthsOfSponsor,
  readMonthsWithStops,
  readSlotPlaces,
  readSlotsOf,
  sponsorId,
  sponsorName,
} from './slot-store.server'
export { sweepMonths } from './sweep-months.server'

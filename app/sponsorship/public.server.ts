/** What other slices and the server may use of sponsorship. */
export { isPaidOffer } from './paid-campaign.server'
export { readBadges } from './read-badges.server'
export { readSlotsForAdmin } from './read-slots.server'
export { settleCompany } from './settle.server'
export { slotDeeds } from './slot-deeds.server'
export { sweepMonths } from './sweep-months.server'

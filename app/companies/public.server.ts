/** The public interface of companies for other slices. */

export { readBillingAddresses } from './billing-address-store.server'
export { readBusyShown } from './calendar/busy-calendar.server'
export { busyDeeds } from './calendar/busy-deeds.server'
export { lookAtCalendars } from './calendar/look-at-calendars.server'
export {
  closeCompanyOf,
  companiesOf,
  companyIsHere,
  companyName,
  companyOwnerName,
  companyPostcode,
  insertCompany as registerCompany,
  type NewCompany,
  openCompaniesOf,
  readCompanyContact,
  readCompanyNames,
  readCompanyPostcodes,
  readOwnCompany,
  saveSafetyContributions,
} from './company-store.server'
export { exportCompanies } from './export-companies.server'
export { readClosedDays, readOpeningHours } from './hours/hours-store.server'
export { localTime } from './hours/local-time.server'
export { holidaysOf } from './hours/public-holidays'
export { type Listing, readListing, updateListing } from './listing-store.server'
export { notifyAt, notifyCompany, notifyDebtor } from './notify-company.server'
export {
  endOffer,
  hasOffer,
  insertCampaignOffer,
  insertOffer,
  readOwnOffers,
  readValidOffers,
  updateCampaignDays,
} from './offer-store.server'
export { changeCompany, type OwnCompany, requireOwnCompany } from './own-company.server'
export { ownsGuardCompany } from './own-company-store.server'
export { readPayWays, readToTell } from './paying/pay-ways-store.server'
export { takePhoto } from './photos/arrange-photos.server'
export { readPhoto, readPhotosOf, readPhotosWhole } from './photos/photo-store.server'
export { readCompanyForProfile, readPictured, readServicesShown } from './profile-store.server'
export {
  type BookableService,
  companyIsListed,
  lockCapacity,
  lockServiceToBook,
  readBookable,
  readBookableCategories,
  readBookableOf,
  readCompanyTimes,
  readServiceToBook,
  readStillBookable,
  readTimesOfCompanies,
  type ServiceToBook,
  worksOn,
} from './services/bookable-store.server'
export { cardColumns, isListed, isNameApproved } from './services/card-columns.server'
export {
  countWaiting,
  deletePermit,
  findCompanyIds,
  lockReviewed,
  readChosen,
  readForReview,
  readPermit,
  readWhole,
  updateNames,
  updateReview,
  upsertPermit,
} from './standing/admin-store.server'
export {
  readAreas,
  readCalledAreas,
  readCallStanding,
  readIsActedFor,
  readPartnersAround,
  readPostcodesAround,
} from './standing/call-standing-store.server'
export {
  areasAround,
  areasOf,
  dispatchable,
  hasArea,
  hasAreaBeside,
  isAbandoned,
  isActedFor,
  isCalledAround,
  isCalledIn,
  isFromAround,
  isKept,
  ownerMayAct,
} from './standing/dispatchable.server'
export { forgetReferrers, type Recruited, readRecruited } from './standing/recruited-store.server'
export { forgetFile } from './uploads/kept-files.server'

import { lockMember } from '~/accounts/public.server'
import { answerAlarmSms, isHiding, leaveCircles, readOwnStreet } from '~/alarms/public.server'
import { endFeedOf, readBookedOn } from '~/bookings/public.server'
import { readOwnCompany } from '~/companies/public.server'
import { endGuardLinksOf } from '~/guards/public.server'
import { endHooksOf, endKeysOf } from '~/integrations/public.server'
import {
  extendByPayment,
  giveFreeMonths,
  proveNumber,
  readGraceUntil,
  readMonthToAsk,
  readReward,
  takeBackBoughtMonth,
  takeRewardBack,
} from '~/membership/public.server'
import { endPushesOf, tellOfManyCodes } from '~/notifications/public.server'
import type { Above } from '~/platform/above.server'
import { readReviewed } from '~/reviews/public.server'
import { activatePaidSlots, readActiveKinds, readBookedPostcodes, readSlotPlaces } from '~/sponsorship/public.server'

/** Dependency inversion: implements for lower slices what only slices above them know (`house.above`). */
export const above: Above = {
  waysIn: { push_subscriptions: endPushesOf, calendar_feeds: endFeedOf },
  // Revoked with the owner's account: an intruder in a guard company's account may have added a guard, an API key or a
  // webhook.
  heldThrough: { guards: endGuardLinksOf, api_keys: endKeysOf, webhooks: endHooksOf },
  ownsCompany: async (db, personId) => (await readOwnCompany(db, personId)) !== undefined,
  proveNumber,
  tellOfManyCodes,
  answerAlarmSms,
  isHiding,
  leaveCircles,
  extendByPayment,
  readBookedPostcodes,
  activatePaidSlots,
  readSlotPlaces,
  readMonthToAsk,
  readGraceUntil,
  readHavingBase: async (db, companyIds, month) =>
    new Set((await readActiveKinds(db, companyIds, month)).map(({ companyId }) => companyId)),
  giveFreeMonths,
  async takeBackBoughtMonth(ports, memberId) {
    const member = await lockMember(ports.db, memberId)
    return member ? takeBackBoughtMonth(ports, member) : null
  },
  readRewardedMonths: async (db, companyId) => (await readReward(db, companyId))?.months ?? 0,
  takeRewardBack,
  readOwnStreet,
  readBookedOn,
  readReviewed,
}

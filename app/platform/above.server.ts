import type { Month } from '~/shared/month'
import type { NotThere, Outcome } from '~/shared/outcome'
import type { SignedIn } from './auth/sessions.server'
import type { Clock } from './clock.server'
import type { Config } from './config.server'
import type { Database } from './database/database.server'
import type { House } from './house.server'
import type { Log } from './log.server'

type Ports = { db: Database; clock: Clock; config: Config; above: Above }

/** Ends one way in of a person's, or what others hold through them. */
export type Revoke = (db: Database, personId: string, now: Date) => Promise<void>

/**
 * What a slice asks of those that stand above it on the ladder (README.md): it knows the question, and the shell hands
 * down the answer (`shell/above.server.ts`). A slice that stands above another calls it by its public door instead.
 */
export type Above = {
  /** accounts: every other way in of a person, by the table it lies in. */
  waysIn: Record<string, Revoke>
  /** accounts: what others hold through a person, by the table it lies in. */
  heldThrough: Record<string, Revoke>
  /** accounts: whether a person's company still exists. */
  ownsCompany(db: Database, personId: string): Promise<boolean>
  /** accounts: `write` notes a number as proven, if it still is theirs; tips may have waited for that. */
  proveNumber(
    ports: Ports,
    personId: string,
    phone: string,
    write: (db: Database) => Promise<boolean>,
  ): Promise<boolean>
  /** accounts: operators should know that more codes were asked for than are sent. */
  tellOfManyCodes(ports: Ports & { log: Log }): Promise<void>
  /** notifications: an SMS that came in is offered to the alarms; true when it was about one. */
  answerAlarmSms(house: House, reply: { providerId: string; fromPhone: string; text: string }): Promise<boolean>
  /** notifications: whether somebody has an alarm open and hides, so that nothing may make their phone sound. */
  isHiding(db: Database, personId: string): Promise<boolean>
  /** notifications: STOP from a number that members named; true when it was told of alarms, or asked whether it wants to be. */
  leaveCircles(ports: { db: Database; clock: Clock }, phone: string): Promise<boolean>
  /** payments: months that were paid for become days of membership, by the id of their charge. */
  extendByPayment(
    ports: Ports,
    paid: readonly { chargeId: string; memberId: string }[],
  ): Promise<Map<string, { from: string; until: string }>>
  /** companies: the postcodes that a company has booked a month in, which it does not move away from. */
  readBookedPostcodes(db: Database, companyId: string): Promise<string[]>
  /** payments: booked months that were paid for begin. */
  activatePaidSlots(
    ports: Ports,
    companyId: string,
    slotIds: readonly string[],
    notedBy: string | null,
  ): Promise<unknown>
  /** payments: where and when booked months are, by their id. */
  readSlotPlaces(db: Database, slotIds: readonly string[]): Promise<Map<string, { postcode: string; month: Month }>>
  /** payments: the day on which a member's next month is due; null for no member. */
  readMonthToAsk(db: Database, memberId: string, now: Date): Promise<string | null>
  /** payments: those of the companies that have the base package in a dearer one that month. */
  readHavingBase(db: Database, companyIds: readonly string[], month: Month): Promise<Set<string>>
  /** points: null for who is no member. */
  giveFreeMonths(
    db: Database,
    memberId: string,
    given: { months: number; source: 'points'; key: string; now: Date },
  ): Promise<{ freeUntil: string; isNew: boolean } | null>
  /** points: the id of the newest month that was bought with points, which covers nothing from now on; null for none. */
  takeBackBoughtMonth(ports: Ports, memberId: string): Promise<string | null>
  /** points: the months that a company's tip has given. */
  readRewardedMonths(db: Database, companyId: string): Promise<number>
  /** points: what a company's tip gave is taken back, in the caller's transaction, which holds neither number nor member. */
  takeRewardBack(house: House, signedIn: SignedIn, companyId: string, reason: string): Promise<Outcome<null> | NotThere>
  /** bookings: the street of a member's own home, for a form of theirs; null for who has told of none. */
  readOwnStreet(ports: Pick<House, 'db' | 'keys'>, memberId: string): Promise<string | null>
  /** companies: what is booked of a company from one day to another, in words. */
  readBookedOn(db: Database, companyId: string, from: string, to: string): Promise<string[]>
  /** bookings: those of the jobs that a review has been written of. */
  readReviewed(db: Database, bookingIds: readonly string[]): Promise<Set<string>>
}

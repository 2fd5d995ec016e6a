import type { Month } from '~/shared/month'
import type { NotThere, Outcome } from '~/shared/outcome'
import type { SignedIn } from './auth/sessions.server'
import type { Clock } from './clock.server'
import type { Config } from './config.server'
import type { Database } from './database/database.server'
import type { House } from './house.server'
import type { Log } from './log.server'

type Ports = { db: Database; clock: Clock; config: Config; above: Above }

/** Revokes one kind of credential of a person, or of access that others hold through that person. */
export type Revoke = (db: Database, personId: string, now: Date) => Promise<void>

/**
 * Dependency inversion between slices: the functions a lower slice calls but a higher slice on the ladder (README.md)
 * implements. The shell supplies the implementations (`shell/above.server.ts`). Each comment names the slice that
 * calls. For a slice further down the ladder, import its public door instead.
 */
export type Above = {
  /** accounts: revokes every credential of a person that other slices store, keyed by table name. */
  waysIn: Record<string, Revoke>
  /**
   * accounts: revokes the access that others hold through a person (guard links, API keys, webhooks), keyed by table
   * name.
   */
  heldThrough: Record<string, Revoke>
  /** accounts: whether a person's company still exists. */
  ownsCompany(db: Database, personId: string): Promise<boolean>
  /**
   * accounts: verifies a phone number. `write` marks it as verified if the number is still the person's; tips that
   * waited for the verification are then claimed.
   */
  proveNumber(
    ports: Ports,
    personId: string,
    phone: string,
    write: (db: Database) => Promise<boolean>,
  ): Promise<boolean>
  /** accounts: tells the operators that the hourly limit of codes by SMS is reached. */
  tellOfManyCodes(ports: Ports & { log: Log }): Promise<void>
  /** notifications: offers an incoming SMS to the alarms. True if it was an answer to one. */
  answerAlarmSms(house: House, reply: { providerId: string; fromPhone: string; text: string }): Promise<boolean>
  /**
   * notifications: whether the person has an open alarm with `is_hiding`, so that nothing may make their phone sound.
   */
  isHiding(db: Database, personId: string): Promise<boolean>
  /**
   * notifications: STOP by SMS from a number that members named in their circle. True if the number was told of alarms,
   * or had been asked whether it wants to be.
   */
  leaveCircles(ports: { db: Database; clock: Clock }, phone: string): Promise<boolean>
  /** payments: extends memberships by the months that were paid for. Returns the new periods by charge id. */
  extendByPayment(
    ports: Ports,
    paid: readonly { chargeId: string; memberId: string }[],
  ): Promise<Map<string, { from: string; until: string }>>
  /** companies: the postcodes in which a company has booked months. It cannot leave those postcodes. */
  readBookedPostcodes(db: Database, companyId: string): Promise<string[]>
  /** payments: activates booked months that were paid for. */
  activatePaidSlots(
    ports: Ports,
    companyId: string,
    slotIds: readonly string[],
    notedBy: string | null,
  ): Promise<unknown>
  /** payments: postcode and month of booked months, by slot id. */
  readSlotPlaces(db: Database, slotIds: readonly string[]): Promise<Map<string, { postcode: string; month: Month }>>
  /** payments: the day on which a member's next month is due. Null if the person is not a member. */
  readMonthToAsk(db: Database, memberId: string, now: Date): Promise<string | null>
  /** payments: the last day on which a member who is past due can pay and stay. Null for everybody else. */
  readGraceUntil(db: Database, memberId: string): Promise<string | null>
  /**
   * payments: those of the given companies that already have the base package through a dearer package in that month.
   */
  readHavingBase(db: Database, companyIds: readonly string[], month: Month): Promise<Set<string>>
  /** points: gives free months. Null if the person is not a member. */
  giveFreeMonths(
    db: Database,
    memberId: string,
    given: { months: number; source: 'points'; key: string; now: Date },
  ): Promise<{ freeUntil: string; isNew: boolean } | null>
  /** points: revokes the newest month bought with points and returns its id. Null if there is none. */
  takeBackBoughtMonth(ports: Ports, memberId: string): Promise<string | null>
  /** points: how many months a company's tip has given the ambassador. */
  readRewardedMonths(db: Database, companyId: string): Promise<number>
  /**
   * points: revokes the reward of a company's tip, in the caller's transaction. Lock order: the caller must hold
   * neither the lock on the phone number nor the one on the member's row.
   */
  takeRewardBack(house: House, signedIn: SignedIn, companyId: string, reason: string): Promise<Outcome<null> | NotThere>
  /** bookings: the street address of a member's own home, to prefill a form of theirs. Null if none is stored. */
  readOwnStreet(ports: Pick<House, 'db' | 'keys'>, member: { id: string; postcode: string }): Promise<string | null>
  /** companies: the open bookings of a company between two days, as readable text. */
  readBookedOn(db: Database, companyId: string, from: string, to: string): Promise<string[]>
  /** bookings: those of the given bookings that have a review. */
  readReviewed(db: Database, bookingIds: readonly string[]): Promise<Set<string>>
}

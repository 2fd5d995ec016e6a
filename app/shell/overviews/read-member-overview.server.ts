import { readGoingOn } from '~/alarms/public.server'
import {
  countCompleted,
  lookFor,
  readCompletedSince,
  readFavourites,
  readNextBooking,
  readOffersToTake,
  readProposalsTo,
  readToBookAgain,
} from '~/bookings/public.server'
import { bookingAddress } from '~/companies/public'
import { readActivePartners, readNeighbourCompanies } from '~/directory/public.server'
import { readCoverageOf } from '~/guards/public.server'
import { readPatrolNews } from '~/patrols/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { readPointAccount } from '~/points/public.server'
import { areaName } from '~/postcodes/public'
import { readPostcode } from '~/postcodes/public.server'
import { readReviewed } from '~/reviews/public.server'
import { co2Saved } from '~/savings/public'
import { formatDay, formatMomentSeen } from '~/shared/time'
import { readMemberStart } from '../starting/read-start.server'

const mostCompanies = 6
const mostPartners = 6
const mostToReview = 3
const mostProposals = 5
const mostAgain = 3
/** For how many days after a job a review is asked for. */
const askForDays = 30

/** A member's overview. */
export async function readMemberOverview(house: House, signedIn: SignedIn) {
  const { person } = signedIn
  const { db } = house
  const now = house.clock.now()
  const [
    goingOn,
    companies,
    partners,
    postcode,
    points,
    completed,
    next,
    proposals,
    offered,
    favourites,
    again,
    toReview,
    coverage,
    patrols,
    start,
  ] = await Promise.all([
    readGoingOn(house, signedIn),
    readNeighbourCompanies(house, person.postcode, mostCompanies),
    readActivePartners(house, person.postcode, mostPartners),
    readPostcode(db, person.postcode),
    readPointAccount(db, person.id),
    countCompleted(db, person.id),
    readNextBooking(db, person.id, now),
    readProposalsTo(db, person.id, now, mostProposals),
    readOffersToTake(db, person, now),
    readFavourites(db, person.id),
    readToBookAgain(db, person, mostAgain),
    readToReview(db, person.id, now),
    readCoverageOf(db, person.postcode, now),
    readPatrolNews(house, { person }),
    readMemberStart(house, signedIn),
  ])
  return {
    person,
    goingOn,
    areaName: areaName(person.postcode, postcode),
    isAreaOpen: postcode?.state === 'open',
    points: points.balance,
    completed,
    co2: co2Saved(completed),
    next: next && { ...next, when: formatMomentSeen(next.startsAt, now), look: lookFor('member', next, now) },
    proposals: proposals.map(({ id, serviceTitle, companyName, proposedAt }) => ({
      id,
      serviceTitle,
      companyName,
      when: formatMomentSeen(proposedAt, now),
    })),
    offered: offered.map(({ id, title, companyName, startsAt, until }) => ({
      id,
      title,
      companyName,
      when: formatMomentSeen(startsAt, now),
      until: formatMomentSeen(until, now),
    })),
    favourites,
    again: again.map((one) => ({ ...one, to: bookingAddress(one.serviceId) })),
    toReview: toReview.map(({ id, serviceTitle, companyName, startsAt }) => ({
      id,
      serviceTitle,
      companyName,
      day: formatDay(startsAt),
    })),
    companies,
    partners,
    coverage: coverage.level,
    patrols,
    start,
  }
}

export type MemberOverviewShown = Awaited<ReturnType<typeof readMemberOverview>>

/** Recently completed jobs without a review. */
async function readToReview(db: Database, personId: string, now: Date) {
  const since = new Date(now.getTime() - askForDays * 24 * 3_600_000)
  const done = await readCompletedSince(db, personId, since, 10)
  const reviewed = await readReviewed(
    db,
    done.map(({ id }) => id),
  )
  return done.filter(({ id }) => !reviewed.has(id)).slice(0, mostToReview)
}

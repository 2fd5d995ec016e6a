import { sql } from 'kysely'
import { companyPhoto } from '../photos/photo-store.server'
import { dispatchable, ownerMayAct } from '../standing/dispatchable.server'

/** Whether the shown name is approved, even if the company has asked for another one since. */
export const isNameApproved = sql<boolean>`(companies.review_state = 'approved'
  or (companies.review_state = 'waiting' and companies.proposed_name is not null))`

/** The columns of a company's card in a list, without its badges. */
export const cardColumns = (now: Date) =>
  [
    'companies.id',
    'companies.name',
    'companies.category',
    'companies.bio',
    'companies.rating',
    'companies.rating_count',
    'companies.plan',
    // The specification's flag; the list is sorted by it. What is shown is `takes_alarms`.
    'companies.is_security_partner',
    dispatchable(now).as('takes_alarms'),
    'companies.logo_url',
    companyPhoto.as('photo'),
    'companies.postcode',
  ] as const

/**
 * Whether everybody may see the company: not removed, not hidden, and with an owner who may act. An owner who has
 * another role by now or is blocked cannot open the company's pages, so nobody could answer.
 */
export const isListed = sql<boolean>`(companies.deleted_at is null and companies.review_state <> 'hidden'
  and ${ownerMayAct()})`

import { sql } from 'kysely'
import { companyPhoto } from '../photos/photo-store.server'
import { dispatchable, ownerMayAct } from '../standing/dispatchable.server'

/** An administrator has said yes to the name that is shown, though the company may have asked for another since. */
export const isNameApproved = sql<boolean>`(companies.review_state = 'approved'
  or (companies.review_state = 'waiting' and companies.proposed_name is not null))`

/** What a card in a list shows of a company, badges of the month apart. */
export const cardColumns = (now: Date) =>
  [
    'companies.id',
    'companies.name',
    'companies.category',
    'companies.bio',
    'companies.rating',
    'companies.rating_count',
    'companies.plan',
    // The specification's flag, which the list is sorted by; what is shown is whether it takes alarms.
    'companies.is_security_partner',
    dispatchable(now).as('takes_alarms'),
    'companies.logo_url',
    companyPhoto.as('photo'),
    'companies.postcode',
  ] as const

/**
 * Neither removed by its owner nor hidden by an admin, and with somebody who answers: what everybody may see. An owner
 * who has another role by now, or is blocked, cannot open the company's pages.
 */
export const isListed = sql<boolean>`(companies.deleted_at is null and companies.review_state <> 'hidden'
  and ${ownerMayAct()})`

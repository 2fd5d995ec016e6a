import { sql } from 'kysely'

/**
 * For a query of `offers`: false for a campaign of which no month has been paid for. An offer that is no
 * campaign has no months, and waits for nothing.
 */
export const isPaidOffer = sql<boolean>`coalesce((
  select bool_or(season_slots.activated_at is not null and season_slots.status in ('active', 'ended'))
  from season_slots where season_slots.offer_id = offers.id
), true)`

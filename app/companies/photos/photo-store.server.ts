import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { CardPhoto } from './photo'

/** The SQL of photos. Every query names the company, so another company's photo matches nothing. */

const columns = ['id', 'service_id as serviceId', 'url', 'card_url as cardUrl', 'alt'] as const

export type PhotoRow = Awaited<ReturnType<typeof readPhotosOf>>[number]

/** The photos of one service or, with null, the company's own in their order. */
export async function readPhotosOf(db: Database, companyId: string, serviceId: string | null) {
  return db
    .selectFrom('company_photos')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('service_id', 'is not distinct from', serviceId)
    .orderBy('place')
    .execute()
}

export async function readPhoto(db: Database, companyId: string, id: string) {
  return db
    .selectFrom('company_photos')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** All photos of these companies with the names of their services, for callers that may see everything. */
export async function readPhotosWhole(db: Database, companyIds: readonly string[]) {
  if (companyIds.length === 0) return []
  return db
    .selectFrom('company_photos')
    .leftJoin('services', 'services.id', 'company_photos.service_id')
    .select(['company_photos.company_id as companyId', 'company_photos.id', 'url', 'card_url as cardUrl', 'alt'])
    .select(['services.title as service', 'company_photos.created_at as createdAt'])
    .where('company_photos.company_id', 'in', [...companyIds])
    .orderBy(sql`company_photos.service_id nulls first`)
    .orderBy('company_photos.place')
    .execute()
}

type NewPhoto = { id: string; serviceId: string | null; url: string; cardUrl: string; alt: string }

export async function insertPhoto(db: Database, companyId: string, photo: NewPhoto, place: number, now: Date) {
  await db
    .insertInto('company_photos')
    .values({
      company_id: companyId,
      id: photo.id,
      service_id: photo.serviceId,
      place,
      url: photo.url,
      card_url: photo.cardUrl,
      alt: photo.alt,
      created_at: now,
    })
    .execute()
}

/** False if the company has no such photo. */
export async function updatePhotoText(db: Database, companyId: string, id: string, alt: string) {
  const { numUpdatedRows } = await db
    .updateTable('company_photos')
    .set({ alt })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes one photo, a service's, or all of a company's. Returns the files that are no longer used. */
export async function takePhotos(
  db: Database,
  companyId: string,
  which: { id: string } | { serviceId: string } | 'all',
): Promise<string[]> {
  let taken = db.deleteFrom('company_photos').where('company_id', '=', companyId)
  if (which !== 'all') {
    taken = 'id' in which ? taken.where('id', '=', which.id) : taken.where('service_id', '=', which.serviceId)
  }
  const rows = await taken.returning(['url', 'card_url']).execute()
  return rows.flatMap(({ url, card_url }) => [url, card_url])
}

/** Renumbers the company's own photos, which also closes gaps. */
export async function orderPhotos(db: Database, companyId: string, ids: string[]) {
  await sql`update company_photos set place = ordered.place
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, place)
    where company_photos.id = ordered.id and company_photos.company_id = ${companyId} and service_id is null`.execute(
    db,
  )
}

/**
 * SQL fragment for a query of `companies`: the first of the company's own photos. Whatever deletes one renumbers the
 * rest, so `place = 1` exists.
 */
export const companyPhoto = sql<CardPhoto | null>`(
  select json_build_object('url', photo.card_url, 'alt', photo.alt) from company_photos as photo
  where photo.company_id = companies.id and photo.service_id is null and photo.place = 1)`

/** SQL fragment for a query of `services`: its photo. */
export const servicePhoto = sql<CardPhoto | null>`(
  select json_build_object('url', photo.card_url, 'alt', photo.alt) from company_photos as photo
  where photo.company_id = services.company_id and photo.service_id = services.id)`

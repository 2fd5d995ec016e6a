import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { rutCategories } from './rut'
import type { ServiceForm } from './service-form'

/** The SQL of a company's own services. Every query names the company, so another company's service matches nothing. */

const columns = [
  'id',
  'title',
  'description',
  'category',
  'base_price_cents as listOre',
  'duration_min',
  'is_rut',
  'labour_percent',
  'buffer_min',
  'notice_hours',
  'free_cancel_hours',
  'place',
  'active',
  'position',
] as const

/**
 * SQL fragment for a query of `services`: whether the tax deduction may be shown. Judged by the company's F-tax and the
 * service's category as they are now, not as they were when the box was ticked.
 */
export const isRutShown = sql<boolean>`(services.is_rut and services.category in (${sql.join(rutCategories)})
  and exists (select from companies as company where company.id = services.company_id and company.f_tax_stated))`

export type ServiceRow = Awaited<ReturnType<typeof readOwnServices>>[number]

/** In the company's own order. */
export async function readOwnServices(db: Database, companyId: string) {
  return db
    .selectFrom('services')
    .select([...columns, isRutShown.as('is_rut_shown')])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function readOwnService(db: Database, companyId: string, id: string) {
  return db
    .selectFrom('services')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Idempotent: the id comes from the form. An existing service with this id is left as it is, whoever owns it. */
export async function insertService(db: Database, companyId: string, id: string, form: ServiceForm, position: number) {
  await db
    .insertInto('services')
    .values({ id, company_id: companyId, position, ...written(form) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** False if the company has no such service. */
export async function updateService(db: Database, companyId: string, id: string, form: ServiceForm, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ ...written(form), updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function written(form: ServiceForm) {
  return {
    title: form.title,
    description: form.description,
    category: form.category,
    base_price_cents: form.listOre,
    duration_min: form.durationMin,
    is_rut: form.isRut,
    labour_percent: form.labourPercent,
    buffer_min: form.bufferMin,
    notice_hours: form.noticeHours,
    free_cancel_hours: form.freeCancelHours,
    place: form.place,
  }
}

export async function setServiceActive(db: Database, companyId: string, id: string, active: boolean, now: Date) {
  await db
    .updateTable('services')
    .set({ active, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Removes a service from booking. Existing bookings keep it (soft delete). */
export async function closeService(db: Database, companyId: string, id: string, now: Date) {
  await db
    .updateTable('services')
    .set((set) => ({ deleted_at: set.fn.coalesce('deleted_at', set.val(now)) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Renumbers the services, which also closes gaps. */
export async function orderServices(db: Database, companyId: string, ids: string[]) {
  await sql`update services set position = ordered.place
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, place)
    where services.id = ordered.id and services.company_id = ${companyId}`.execute(db)
}

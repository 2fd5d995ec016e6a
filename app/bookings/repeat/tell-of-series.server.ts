import { notifyCompany } from '~/companies/public.server'
import { notifyPerson } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { linksOf } from '../booking-letters'
import { readBooking } from '../booking-store.server'
import { type SeriesEvent, seriesLetter } from './series-letters'
import { readLastOf, type Series } from './series-store.server'

/** Tells both sides, in the transaction of the change. The letter links to the latest booking of the series. */
export async function tellOfSeries(db: Database, origin: string, { id, weeks, companyId }: Series, event: SeriesEvent) {
  const last = await readBooking(db, (await readLastOf(db, id)).id)
  if (!last) return
  const links = linksOf(origin, last.id)
  const { serviceTitle: title, company, customer, companyAnswers, memberAnswers } = last
  const names = { companyName: company.name, memberName: customer?.name ?? null }
  const told = { title, weeks, ...names, companyAnswers, memberAnswers }
  const toMember = seriesLetter('member', event, told, links)
  if (toMember && customer) await notifyPerson(db, customer.id, toMember)
  const toCompany = seriesLetter('company', event, told, links)
  if (toCompany) await notifyCompany(db, companyId, toCompany)
}

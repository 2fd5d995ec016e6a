import { randomUUID } from 'node:crypto'
import { readCallStanding, readOwnCompany, requireOwnCompany } from '~/companies/public.server'
import type { Guard } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { notThere } from '~/shared/outcome'
import type { Partner } from '../alarm'
import { guardActor } from '../answer/actors.server'
import { rememberedSince } from '../answer/closed-alarm'
import { openLink } from '../answer/open-link.server'
import {
  type Onlooker,
  readAlarmForPartner,
  readAlarmsForPartner,
  readOpenAlarmsFor,
} from '../history/alarm-view-store.server'

/** The company's owner as an actor. Authorises: refuses a person without a company. */
export async function companyActor({ db }: House, signedIn: SignedIn): Promise<Partner> {
  const { id } = await requireOwnCompany(db, signedIn)
  return { kind: 'partner', companyId: id, guardId: null, via: 'page' }
}

export async function readCompanyBoard(house: House, signedIn: SignedIn) {
  return readBoard(house, await companyActor(house, signedIn))
}

export const readGuardBoard = (house: House, guard: Guard) => readBoard(house, guardActor(guard))

/** Data of the partners' alarm screen, or why the company is not sent alarms. */
async function readBoard({ db, clock }: House, onlooker: Onlooker) {
  const now = clock.now()
  const [{ whyNotCalled }, alarms] = await Promise.all([
    readCallStanding(db, onlooker.companyId, now),
    readAlarmsForPartner(db, onlooker, rememberedSince(now), now),
  ])
  return { now, notCalled: whyNotCalled, alarms }
}

/** Open alarms for the frames of the company's other pages. Null without a company that is called to alarms. */
export async function readOpenForCompany(house: House, { person }: SignedIn) {
  const company = await readOwnCompany(house.db, person.id)
  return company ? readOpen(house, { companyId: company.id, guardId: null }) : null
}

export const readOpenForGuard = (house: House, guard: Guard) => readOpen(house, guardActor(guard))

async function readOpen({ db, clock }: House, onlooker: Onlooker) {
  const now = clock.now()
  const { whyNotCalled } = await readCallStanding(db, onlooker.companyId, now)
  return whyNotCalled === null ? { now, alarms: await readOpenAlarmsFor(db, onlooker, now) } : null
}

/** The one alarm that a personal link opens, or null. */
export async function readLinkedAlarm(house: House, token: string) {
  const link = await openLink(house, token)
  if (!link) return null
  const now = house.clock.now()
  const alarm = await readAlarmForPartner(house.db, link.actor, link.alarm.id, now)
  return alarm && { actor: link.actor, alarm, now, noteKey: randomUUID() }
}

/** One alarm for a partner. One that is not their business gives the same answer as one that does not exist. */
export async function readPartnerPage({ db, clock }: House, partner: Partner, alarmId: string) {
  const now = clock.now()
  const alarm = isId(alarmId) ? await readAlarmForPartner(db, partner, alarmId, now) : null
  if (!alarm) return notThere
  return { alarm, now, noteKey: randomUUID() }
}

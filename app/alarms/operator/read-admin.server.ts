import { randomUUID } from 'node:crypto'
import { onlyAdmin } from '~/door/guard.server'
import { readCoverage } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { readOpenPostcodes } from '~/postcodes/public.server'
import { isId } from '~/shared/asked'
import { notThere } from '~/shared/outcome'
import { dayOf, daysAfter } from '~/shared/time'
import { readCosts } from '../watch/cost-store.server'
import { readDuties } from '../watch/duty-store.server'
import type { FigureDays } from '../watch/figure-days'
import { readFigures } from '../watch/figure-store.server'
import { incidentLabels } from '../watch/incident'
import { markIncidentsSeen, readIncidents } from '../watch/incident-store.server'
import { readPolicies, readPoliciesOf, readPolicy } from '../watch/policy-store.server'
import { readPolicyHistory } from '../watch/save-policy.server'
import { readClosedLines, readOpenLines, readSituation, readWholeAlarm } from './admin-view-store.server'
import { type OverSearch, readOverSearch } from './over-search'

const pageSize = 20
const mostOpen = 200
const mostAreas = 60

/** The operators' overview: incidents, open alarms, areas, who is on duty, and closed alarms. */
export async function readAdminAlarms(
  { db, clock }: House,
  signedIn: SignedIn,
  before: string | null,
  over: OverSearch = readOverSearch(new URLSearchParams()),
) {
  onlyAdmin(signedIn)
  const now = clock.now()
  const [open, closed, situation, incidents, duties, postcodes] = await Promise.all([
    readOpenLines(db, mostOpen + 1),
    readClosedLines(db, over, before, pageSize + 1),
    readSituation(db),
    readIncidents(db),
    readDuties(db),
    readOpenPostcodes(db, null, mostAreas),
  ])
  // Seen on this page, so operators need not be notified of them again.
  await markIncidentsSeen(
    db,
    incidents.map(({ id }) => id),
    now,
  )
  const codes = [...new Set([...situation.map(({ postcode }) => postcode), ...postcodes.map(({ code }) => code)])]
  const coverage = await readCoverage(db, codes, now)
  return {
    now,
    open: open.slice(0, mostOpen),
    isOpenCut: open.length > mostOpen,
    closed: pageOf(closed, pageSize),
    before,
    over,
    areas: codes.map((code) => ({
      code,
      name: postcodes.find((postcode) => postcode.code === code)?.name ?? '',
      coverage: coverage.get(code) ?? null,
      ...(situation.find(({ postcode }) => postcode === code) ?? { open: 0, waiting: 0, oldestWaiting: null }),
    })),
    incidents: incidents.map((incident) => ({ ...incident, label: incidentLabels[incident.kind] })),
    duties,
    isOnDuty: duties.some(({ id }) => id === signedIn.person.id),
  }
}

export async function readAdminAlarm({ db, clock }: House, signedIn: SignedIn, alarmId: string) {
  onlyAdmin(signedIn)
  const alarm = isId(alarmId) ? await readWholeAlarm(db, alarmId) : null
  if (!alarm) return notThere
  return { alarm, now: clock.now(), noteKey: randomUUID() }
}

const mostInChart = 20

export async function readAdminFigures({ db, clock, config }: House, signedIn: SignedIn, days: FigureDays) {
  onlyAdmin(signedIn)
  const since = daysAfter(dayOf(clock.now()), 1 - days)
  const [figures, costs] = await Promise.all([readFigures(db, since), readCosts(db, since, config.smsPartOre)])
  // Postcodes with the most alarms first: their figures are the most reliable.
  return { days, costs, figures: figures.sort((one, other) => other.alarms - one.alarms).slice(0, mostInChart) }
}

/** Each open postcode with its policy, and whether the policy is its own or the default. */
export async function readAdminPolicies({ db }: House, signedIn: SignedIn, after: string | null) {
  onlyAdmin(signedIn)
  const [rows, own] = await Promise.all([readOpenPostcodes(db, after, mostAreas + 1), readPolicies(db)])
  const postcodes = rows.slice(0, mostAreas)
  const policyOf = await readPoliciesOf(
    db,
    postcodes.map(({ code }) => code),
  )
  const areas = postcodes.map(({ code, name }) => ({
    code,
    name,
    policy: policyOf(code),
    isOwn: own.some(({ postcode }) => postcode === code),
  }))
  return { areas, after, next: rows.length > mostAreas ? postcodes.at(-1)?.code : undefined }
}

export async function readAdminPolicy(house: House, signedIn: SignedIn, postcode: string) {
  onlyAdmin(signedIn)
  if (!/^\d{5}$/.test(postcode)) return notThere
  const [policy, history] = await Promise.all([
    readPolicy(house.db, postcode),
    readPolicyHistory(house, signedIn, postcode),
  ])
  return { policy, history }
}

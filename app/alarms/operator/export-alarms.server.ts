import { recordExport } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvMoment, csvOfPages } from '~/platform/http/csv.server'
import { alarmStateLabels } from '../alarm'
import { whoTook } from '../answer/former/former-takers'
import type { AlarmLine } from '../history/alarm-views'
import { readClosedLines } from './admin-view-store.server'
import { type OverSearch, queryOf } from './over-search'

const head = ['Larmat', 'Postnummer', 'Test', 'Gånger', 'Slutade', 'Vem tog det', 'Taget', 'Slut']

/** For administrators: the closed alarms of the current search as a CSV file, in the list's order. */
export async function exportAlarms({ db, clock }: House, signedIn: SignedIn, search: OverSearch) {
  onlyAdmin(signedIn)
  await recordExport(db, {
    at: clock.now(),
    actor: signedIn,
    deed: 'export alarms',
    asked: queryOf(search).toString(),
  })
  return csvOfPages({ head, cells: cellsOf, read: (before, limit) => readClosedLines(db, search, before, limit) })
}

const cellsOf = (line: AlarmLine) => {
  const took = whoTook(line)
  return [
    csvMoment(line.createdAt),
    line.postcode,
    line.isTest ? 'Test' : '',
    String(line.urgency),
    alarmStateLabels[line.state],
    took.name,
    took.at ? csvMoment(took.at) : '',
    line.closedAt ? csvMoment(line.closedAt) : '',
  ]
}

import { isFresh, readNames } from '~/accounts/public.server'
import { auditLabel } from '~/audit/public'
import { readAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { coverageWords } from '~/guards/public'
import { readCoverage } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode, type PostcodeState, postcodeStateLabels } from '~/postcodes/public'
import { readFigures, readNeighbours, readPostcode, readPostcodes, readWaitingAreas } from '~/postcodes/public.server'
import { namesOf } from '~/shared/chosen'
import { notThere, type ReadBy } from '~/shared/outcome'
import { formatMomentSeen } from '~/shared/time'

const pageSize = 50
const mostWaiting = 10
const mostHistory = 20

export type PostcodeSearch = { state: PostcodeState | null; text: string; after: string | null }

/** Parses the list's query string. An invalid value counts as not given. */
export function postcodeSearchFrom(query: URLSearchParams): PostcodeSearch {
  const after = query.get('after') ?? ''
  const states = namesOf(postcodeStateLabels)
  return {
    state: states.find((state) => state === query.get('visa')) ?? null,
    text: (query.get('q') ?? '').trim().slice(0, 100),
    after: /^\d{5}$/.test(after) ? after : null,
  }
}

/** For an administrator: a page of postcodes with figures, and the areas where members wait. */
export async function listPostcodes({ db, clock }: House, signedIn: SignedIn, search: PostcodeSearch) {
  onlyAdmin(signedIn)
  const rows = await readPostcodes(db, { ...search, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const coverage = await readCoverage(
    db,
    shown.map(({ code }) => code),
    clock.now(),
  )
  return {
    next: rows.length > pageSize ? shown.at(-1)?.code : undefined,
    postcodes: shown.map((row) => {
      const covered = row.state === 'open' ? coverage.get(row.code) : undefined
      return {
        code: row.code,
        shown: formatPostcode(row.code),
        name: row.name,
        state: row.state,
        stateLabel: postcodeStateLabels[row.state],
        members: row.members,
        companies: row.companies,
        coverage: covered && { level: covered.level, label: coverageWords[covered.level].label },
      }
    }),
    waiting: (await readWaitingAreas(db, mostWaiting)).map(({ code, name, members }) => ({
      code,
      shown: formatPostcode(code),
      name,
      members,
    })),
  }
}

/** One postcode for an administrator. */
export async function readPostcodeForAdmin({ db, clock }: House, signedIn: SignedIn, code: string) {
  onlyAdmin(signedIn)
  const postcode = await readPostcode(db, code)
  if (!postcode) return notThere
  const now = clock.now()
  const covered = (await readCoverage(db, [code], now)).get(code)
  const history = await readAudit(db, { kind: 'postcode', id: code }, mostHistory)
  const names = await readNames(db, [...new Set(history.flatMap(({ actorId }) => actorId ?? []))])
  return {
    ...postcode,
    shown: formatPostcode(code),
    stateLabel: postcodeStateLabels[postcode.state],
    isFresh: isFresh(signedIn, now),
    figures: await readFigures(db, code),
    coverage: covered && {
      level: covered.level,
      label: coverageWords[covered.level].label,
      companies: covered.companies,
      guards: covered.guards,
    },
    neighbours: (await readNeighbours(db, code)).map((neighbour) => ({
      code: neighbour.code,
      shown: formatPostcode(neighbour.code),
      name: neighbour.name,
    })),
    history: history.map((entry) => ({
      id: entry.id,
      what: auditLabel(entry.deed),
      who: (entry.actorId && names.get(entry.actorId)) ?? 'Någon som har lämnat',
      when: formatMomentSeen(entry.at, now),
      reason: entry.reason,
    })),
  }
}

export type PostcodeForAdmin = ReadBy<typeof readPostcodeForAdmin>

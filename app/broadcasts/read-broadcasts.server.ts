import { isFresh, readNames } from '~/accounts/public.server'
import { readAudit } from '~/audit/public.server'
import { readCalledAreas, requireOwnCompany } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { consents } from '~/outbox/public'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { namesOf } from '~/shared/chosen'
import { formatOre } from '~/shared/money'
import { notThere } from '~/shared/outcome'
import { PRODUCT_NAME } from '~/shared/product'
import { formatMomentSeen } from '~/shared/time'
import { deeds, mayDo, reckon, smsText } from './broadcast'
import type { BroadcastSearch } from './broadcast-search'
import * as store from './broadcast-store.server'
import { refusedWords } from './check-words.server'
import { findAddresses } from './private-words'

const pageSize = 20

/** For an administrator: the broadcasts that wait for a decision, or all, newest first unless asked otherwise. */
export async function listBroadcasts(
  { db, clock }: House,
  signedIn: SignedIn,
  search: BroadcastSearch,
  before: string | null,
) {
  onlyAdmin(signedIn)
  const now = clock.now()
  const { asked, order } = search
  const rows = await store.readBroadcasts(db, { asked, oldestFirst: !order.down, before, limit: pageSize + 1 })
  const { shown, next } = pageOf(rows, pageSize)
  return {
    search,
    before,
    next,
    waiting: await store.countAsked(db),
    broadcasts: shown.map((row) => inShort(row, now)),
  }
}

/** A security partner's own broadcasts, and whether it may ask for one. */
export async function listOwnBroadcasts(house: House, signedIn: SignedIn, before: string | null) {
  const company = await requireOwnCompany(house.db, signedIn)
  const now = house.clock.now()
  const rows = await store.readBroadcasts(house.db, { companyId: company.id, before, limit: pageSize + 1 })
  const { shown, next } = pageOf(rows, pageSize)
  const areas = await readCalledAreas(house.db, company.id, now)
  const only = areas.length === 1 ? areas[0] : undefined
  const reach = async (postcode: string) => ({
    safety_sms: await store.countRecipients(house.db, { purpose: 'safety_sms', postcode }),
    offers_sms: await store.countRecipients(house.db, { purpose: 'offers_sms', postcode }),
  })
  return {
    before,
    next,
    areas: areas.map((code) => ({ value: code, label: formatPostcode(code) })),
    companyName: company.name,
    // With several areas the number depends on the choice; the administrator who releases it sees it.
    reach: only === undefined ? undefined : await reach(only),
    broadcasts: shown.map((row) => ({
      ...inShort(row, now),
      sms: smsText(row),
      reason: row.reason,
      mayStop: mayDo('stop', row.state),
    })),
  }
}

/** One broadcast for an administrator, with its cost and the deeds allowed now. */
export async function readBroadcastForAdmin(house: House, signedIn: SignedIn, id: string) {
  onlyAdmin(signedIn)
  const now = house.clock.now()
  const row = await store.readBroadcast(house.db, id)
  if (!row) return notThere
  const reckoning = reckon(row, await store.countRecipients(house.db, row), house.config.smsPartOre)
  const history = await readAudit(house.db, { kind: 'broadcast', id }, 20)
  const names = await readNames(
    house.db,
    history.flatMap(({ actorId }) => actorId ?? []),
  )
  return {
    ...inShort(row, now),
    sms: smsText(row),
    reason: row.reason,
    recipients: reckoning.recipients,
    partsEach: reckoning.parts,
    price: formatOre(reckoning.ore),
    wide: reckoning.wide,
    addresses: findAddresses(row.text).map(({ found }) => found),
    // Why it must not be sent as it is; not shown to the partner who wrote it.
    held: mayDo('release', row.state) ? await refusedWords(house.db, row.postcode, row.text, now) : null,
    may: namesOf(deeds).filter((deed) => mayDo(deed, row.state)),
    isFresh: isFresh(signedIn, now),
    history: history.map((entry) => ({
      id: entry.id,
      what: auditLabels[entry.deed] ?? entry.deed,
      who: names.get(entry.actorId ?? '') ?? 'Någon som inte finns kvar',
      when: formatMomentSeen(entry.at, now),
    })),
  }
}

const auditLabels: Record<string, string> = {
  'draft broadcast': 'Skrev utkastet',
  'release broadcast': 'Godkände',
  'decline broadcast': 'Avböjde',
  'stop broadcast': 'Stoppade',
}

export function inShort(row: store.BroadcastRow, now: Date) {
  const { id, state, purpose, postcode, text, companyName, expected, waiting, sent, delivered, failed, calledOff } = row
  // Until everybody is queued, the remaining expected recipients count as waiting.
  const laid = waiting + sent + delivered + failed + calledOff
  const total = row.laidOut || state === 'stopped' ? laid : Math.max(expected ?? 0, laid)
  return {
    id,
    state,
    text,
    kind: consents[purpose].label,
    from: companyName ?? PRODUCT_NAME,
    postcode: formatPostcode(postcode),
    created: formatMomentSeen(row.createdAt, now),
    released: row.releasedAt && formatMomentSeen(row.releasedAt, now),
    ended: row.endedAt && formatMomentSeen(row.endedAt, now),
    progress: { total, waiting: total - (laid - waiting), sent, delivered, failed, calledOff },
    parts: row.parts,
    cost: formatOre(Math.round(row.cost / 100)),
  }
}

export type BroadcastInShort = ReturnType<typeof inShort>

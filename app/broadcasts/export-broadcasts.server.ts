import { recordExport } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvMoment, csvOfPages } from '~/platform/http/csv.server'
import { stateLabels } from './broadcast'
import { type BroadcastSearch, queryOf } from './broadcast-search'
import { readBroadcasts } from './broadcast-store.server'
import { progressText } from './parts/broadcast-progress'
import { type BroadcastInShort, inShort } from './read-broadcasts.server'

const head = ['Slag', 'Postnummer', 'Läge', 'Från', 'Skrivet', 'Text', 'Så har det gått']

/** For an administrator: the broadcasts of the list as CSV lines, in its order. */
export async function exportBroadcasts({ db, clock }: House, signedIn: SignedIn, search: BroadcastSearch) {
  onlyAdmin(signedIn)
  const asked = queryOf(search).toString()
  const now = clock.now()
  await recordExport(db, { at: now, actor: signedIn, deed: 'export broadcasts', asked })
  return csvOfPages({
    head,
    cells: cellsOf,
    read: async (before, limit) => {
      const query = { asked: search.asked, oldestFirst: !search.order.down, before, limit }
      const rows = await readBroadcasts(db, query)
      return rows.map((row) => ({ ...inShort(row, now), createdAt: row.createdAt }))
    },
  })
}

type Row = BroadcastInShort & { createdAt: Date }

const cellsOf = ({ kind, postcode, state, from, createdAt, text, released, progress }: Row) => [
  ...[kind, postcode, stateLabels[state], from, csvMoment(createdAt), text],
  released ? progressText(progress) : '',
]

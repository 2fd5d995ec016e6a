import { recordExport } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { channelLabels, outboxStateLabels } from '~/outbox/public'
import { readOutbox } from '~/outbox/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvMoment, csvOfPages } from '~/platform/http/csv.server'
import { askedOf, type OutboxOrder, type OutboxSearch, recipientIn } from './outbox-search'
import { shownRecipients } from './shown-recipient.server'

const head = ['Ämne', 'Läge', 'Fel', 'Sätt', 'Mottagare', 'Skrivet']

/** For an administrator: the messages of the list as CSV lines, in its order and with its columns only. */
export async function exportOutbox({ db, clock }: House, signedIn: SignedIn, search: OutboxSearch, order: OutboxOrder) {
  onlyAdmin(signedIn)
  const asked = new URLSearchParams(askedOf(search, order)).toString()
  await recordExport(db, { at: clock.now(), actor: signedIn, deed: 'export messages', asked })
  const query = { ...search, recipient: recipientIn(search.text), oldestFirst: !order.down }
  return csvOfPages({
    head,
    read: async (before, limit) => {
      const rows = await readOutbox(db, before, limit, query)
      const recipients = await shownRecipients(db, rows)
      return rows.map((row) => ({ ...row, recipient: recipients.get(row.id) ?? '' }))
    },
    cells: ({ subject, state, last_error, channel, recipient, created_at }) => [
      ...[subject, outboxStateLabels[state], last_error ?? '', channelLabels[channel], recipient],
      csvMoment(created_at),
    ],
  })
}

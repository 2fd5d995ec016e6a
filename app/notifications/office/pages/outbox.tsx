import { Form, href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { orderFrom, orderQuery, sortingBy } from '~/door/list-order'
import { pageMeta } from '~/door/page-meta'
import { ListTools } from '~/door/parts/list-tools'
import { useLive } from '~/live/public'
import { channelLabels, kindLabel, outboxStateLabels } from '~/outbox/public'
import { readKinds, readOutbox } from '~/outbox/public.server'
import { pageOf, readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import type { Channel } from '~/shared/channel'
import { namesOf } from '~/shared/chosen'
import { formatMomentSeen } from '~/shared/time'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { SelectField, TextField } from '~/ui/form/field'
import { HiddenFields } from '~/ui/form/hidden-fields'
import { MailAddress } from '~/ui/mail-address'
import { Pager } from '~/ui/pager'
import { DataTable, RowLink } from '~/ui/table'
import { outboxOrders, outboxQuery, readOutboxSearch, recipientIn } from '../outbox-search'
import { MessageState } from '../parts/message-state'
import { shownRecipients } from '../shown-recipient.server'
import type { Route } from './+types/outbox'

const pageSize = 25

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Utkorg',
    description: 'Allt som plattformen har skickat.',
    path: href('/dashboard/admin/outbox'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  const { db, clock, mail, sms, push } = context.get(houseContext)
  const now = clock.now()
  const before = readCursor(request)
  const { searchParams } = new URL(request.url)
  const search = readOutboxSearch(searchParams)
  const order = orderFrom(outboxOrders, searchParams)
  const asked = { ...search, recipient: recipientIn(search.text), oldestFirst: !order.down }
  const { shown, next } = pageOf(await readOutbox(db, before, pageSize + 1, asked), pageSize)
  const recipients = await shownRecipients(db, shown)
  return {
    search,
    order,
    before,
    next,
    kinds: kindChoices(await readKinds(db)),
    kept: keptHere({ mail, sms, push }),
    messages: shown.map(({ id, channel, kind, subject, state, created_at, last_error }) => ({
      id,
      channel,
      kind,
      subject,
      state,
      recipient: recipients.get(id) ?? '',
      written: formatMomentSeen(created_at, now),
      lastError: last_error,
    })),
  }
}

/** Options sorted by label. */
const kindChoices = (kinds: string[]) =>
  kinds
    .map((kind) => ({ value: kind, label: kindLabel(kind) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'sv'))

const listOf = new Intl.ListFormat('sv', { type: 'conjunction' })

/** "Mejl, SMS och push": the channels whose adapter only stores messages. */
function keptHere(ways: Record<Channel, { leavesTheHouse: boolean }>): string {
  const kept = namesOf(channelLabels).filter((channel) => !ways[channel].leavesTheHouse)
  return listOf.format(
    kept.map((channel, index) => (channel === 'push' && index > 0 ? 'push' : channelLabels[channel])),
  )
}

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { messages, next, before, kept, search, order, kinds } = loaderData
  useLive('messages')
  const address = href('/dashboard/admin/outbox')
  const sorting = sortingBy(outboxOrders, order, (by) => address + outboxQuery(search, undefined, by))
  const isSearch = outboxQuery(search) !== ''
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h2">Utkorg</h1>
        <p className="flex flex-wrap gap-3">
          <ButtonLink to={href('/dashboard/admin/outbox/calls')} variant="secondary" icon="phone">
            Samtal
          </ButtonLink>
          <ButtonLink to={href('/dashboard/admin/outbox/replies')} variant="secondary" icon="inbox">
            Svar som kommit
          </ButtonLink>
        </p>
      </div>
      <p className="prose-width mt-2 text-soft">
        {kept
          ? `${kept} läggs bara här och lämnar inte den här datorn förrän en leverantör är inställd.`
          : 'Allt som har skickats, väntar eller inte gick fram.'}
      </p>
      <Form
        role="search"
        className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] items-end gap-4 sm:grid-cols-3 xl:grid-cols-[2fr_1fr_1fr_1.5fr_auto]"
        key={outboxQuery(search, undefined, order)}
      >
        <HiddenFields values={orderQuery(outboxOrders, order)} />
        <TextField
          name="q"
          label="Mottagare"
          hint="Hela adressen eller numret"
          type="search"
          defaultValue={search.text}
          maxLength={254}
          className="col-span-full xl:col-span-1"
        />
        <SelectField
          name="kanal"
          label="Sätt"
          placeholder="Alla"
          options={optionsOf(channelLabels)}
          defaultValue={search.channel ?? ''}
        />
        <SelectField
          name="status"
          label="Läge"
          placeholder="Alla"
          options={optionsOf(outboxStateLabels)}
          defaultValue={search.state ?? ''}
        />
        <SelectField name="slag" label="Slag" placeholder="Alla" options={kinds} defaultValue={search.kind} />
        <Button type="submit" variant="secondary" icon="search" className="justify-self-start">
          Sök
        </Button>
      </Form>
      <ListTools />
      {messages.length === 0 && (
        <div className="mt-6">
          {isSearch ? (
            <EmptyState
              title="Inga träffar"
              action={
                <ButtonLink to={address} variant="secondary">
                  Visa hela utkorgen
                </ButtonLink>
              }
            >
              Sök på hela adressen eller numret, eller välj färre villkor.
            </EmptyState>
          ) : (
            <EmptyState title="Inget skickat ännu">Det första meddelandet hamnar här.</EmptyState>
          )}
        </div>
      )}
      {messages.length > 0 && (
        <DataTable
          caption="Meddelanden"
          captionHidden
          wide
          columns={[
            { key: 'subject', label: 'Ämne' },
            { key: 'state', label: 'Läge', short: true },
            { key: 'channel', label: 'Sätt', short: true },
            { key: 'recipient', label: 'Mottagare' },
            { key: 'written', label: 'Skrivet', sort: sorting.written, short: true },
          ]}
          rows={messages.map(({ id, subject, state, channel, recipient, written, lastError }) => ({
            id,
            subject: <RowLink to={href('/dashboard/admin/outbox/:id', { id })}>{subject}</RowLink>,
            state: (
              <>
                <MessageState state={state} />
                {lastError && <span className="mt-1 block text-small">{lastError}</span>}
              </>
            ),
            channel: channelLabels[channel],
            recipient: <MailAddress>{recipient}</MailAddress>,
            written,
          }))}
        />
      )}
      <Pager
        previous={before ? address + outboxQuery(search, undefined, order) : undefined}
        next={next && address + outboxQuery(search, next, order)}
      />
    </>
  )
}

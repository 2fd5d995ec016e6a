import { Form, href } from 'react-router'
import { orderQuery, sortingBy, withQuery } from '~/door/list-order'
import { ListTools } from '~/door/parts/list-tools'
import { formatPostcode } from '~/postcodes/public'
import { namesOf } from '~/shared/chosen'
import { formatClock, formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { SelectField, TextField } from '~/ui/form/field'
import { HiddenFields } from '~/ui/form/hidden-fields'
import { Pager } from '~/ui/pager'
import { DataTable, RowLink } from '~/ui/table'
import { stateLabelOf } from '../../alarm'
import { whoTook } from '../../answer/former/former-takers'
import { type AlarmLine, isStrange } from '../../history/alarm-views'
import { endLabels, type OverSearch, overOrders, queryOf } from '../over-search'

const address = href('/dashboard/admin/alarms')

type Props = {
  closed: { shown: readonly AlarmLine[]; next: string | undefined }
  over: OverSearch
  before: string | null
  now: Date
}

/** The closed alarms, with search, sorting and CSV export. */
export function OverSection({ closed, over, before, now }: Props) {
  const addressOf = (search: OverSearch) => withQuery(address, queryOf(search))
  return (
    <section aria-labelledby="over" className="mt-12">
      <h2 id="over" className="text-h3">
        Över
      </h2>
      <OverFilter over={over} />
      <ListTools />
      {closed.shown.length > 0 ? (
        <OverTable
          now={now}
          lines={closed.shown}
          sorting={sortingBy(overOrders, over.order, (order) => addressOf({ ...over, order }))}
        />
      ) : over.postcode || over.end ? (
        <EmptyState
          title="Inget larm stämmer"
          heading="h3"
          action={
            <ButtonLink to={address} variant="secondary">
              Visa alla
            </ButtonLink>
          }
        >
          Prova utan postnummer, eller med alla slut.
        </EmptyState>
      ) : (
        <EmptyState title="Inga larm än" heading="h3">
          När ett larm är över ligger det kvar här, med allt som hände.
        </EmptyState>
      )}
      <Pager
        previous={before ? addressOf(over) : undefined}
        next={closed.next && withQuery(address, [...queryOf(over), ['before', closed.next]])}
      />
    </section>
  )
}

function OverFilter({ over }: { over: OverSearch }) {
  return (
    <Form
      role="search"
      key={queryOf(over).toString()}
      className="mt-4 grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]"
    >
      <HiddenFields values={orderQuery(overOrders, over.order)} />
      <TextField
        name="postnummer"
        label="Postnummer"
        inputMode="numeric"
        defaultValue={over.postcode ?? ''}
        maxLength={6}
      />
      <SelectField
        name="slut"
        label="Hur det slutade"
        options={[
          { value: '', label: 'Alla' },
          ...namesOf(endLabels).map((value) => ({ value, label: endLabels[value] })),
        ]}
        defaultValue={over.end ?? ''}
      />
      <Button type="submit" variant="secondary" icon="search">
        Visa
      </Button>
    </Form>
  )
}

const takenIn = (line: AlarmLine) => {
  const { name, at } = whoTook(line)
  return { taker: name, taken: at && formatClock(at) }
}

type TableProps = { now: Date; lines: readonly AlarmLine[]; sorting: ReturnType<typeof sortingBy<typeof overOrders>> }

function OverTable({ now, lines, sorting }: TableProps) {
  return (
    <DataTable
      caption="Larm som är över"
      captionHidden
      wide
      columns={[
        { key: 'pressed', label: 'Larmat', sort: sorting.pressed },
        { key: 'postcode', label: 'Postnummer', short: true },
        { key: 'state', label: 'Slutade', short: true },
        { key: 'taker', label: 'Vem tog det' },
        { key: 'taken', label: 'Taget', short: true },
        { key: 'closed', label: 'Slut', short: true },
      ]}
      rows={lines.map((line) => ({
        id: line.id,
        pressed: (
          <RowLink to={href('/dashboard/admin/alarms/:id', { id: line.id })}>
            {formatMomentSeen(line.createdAt, now)}
          </RowLink>
        ),
        postcode: formatPostcode(line.postcode),
        state: (
          <span className="flex flex-wrap gap-2">
            {line.isTest && <Badge tone="lamp">TEST</Badge>}
            {line.urgency > 1 && <Badge tone="lamp">Larmat {line.urgency} gånger</Badge>}
            {isStrange(line) && <Badge tone="lamp">Avblåst och larmat igen {line.reopenings} gånger</Badge>}
            <Badge tone="neutral">{stateLabelOf(line)}</Badge>
          </span>
        ),
        ...takenIn(line),
        closed: line.closedAt && formatMomentSeen(line.closedAt, now),
      }))}
    />
  )
}

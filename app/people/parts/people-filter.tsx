import { Form } from 'react-router'
import { orderQuery } from '~/door/list-order'
import { memberStatusLabels } from '~/membership/public'
import { Button } from '~/ui/form/button'
import { Checkbox, SelectField, TextField } from '~/ui/form/field'
import { HiddenFields } from '~/ui/form/hidden-fields'
import { listQueryOf, type PeopleOrder, type PeopleSearch, peopleOrders, roleLabels } from '../people-search'

const everyone = { value: '', label: 'Alla' }
const options = (labels: Record<string, string>) => [
  everyone,
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]

/** A GET form: the search is in the address, so it can be shared with a colleague. */
export function PeopleFilter({ search, order }: { search: PeopleSearch; order: PeopleOrder }) {
  return (
    <Form
      role="search"
      key={listQueryOf(search, order).toString()}
      className="mt-6 grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-4"
    >
      <HiddenFields values={orderQuery(peopleOrders, order)} />
      <TextField
        name="q"
        label="Sök"
        hint="Namn, e-post eller telefon"
        type="search"
        defaultValue={search.text}
        maxLength={100}
        className="sm:col-span-2 xl:col-span-4"
      />
      <SelectField name="roll" label="Roll" options={options(roleLabels)} defaultValue={search.role ?? ''} />
      <SelectField
        name="status"
        label="Medlemskap"
        options={options(memberStatusLabels)}
        defaultValue={search.status ?? ''}
      />
      <TextField
        name="postnummer"
        label="Postnummer"
        inputMode="numeric"
        defaultValue={search.postcode ?? ''}
        maxLength={6}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Checkbox name="sparrade" label="Bara spärrade" defaultChecked={search.onlyBlocked} />
        <Button type="submit" variant="secondary" icon="search">
          Sök
        </Button>
      </div>
    </Form>
  )
}

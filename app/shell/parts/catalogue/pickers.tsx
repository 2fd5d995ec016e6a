import { DatePicker } from '~/ui/form/date-picker'
import { Form } from '~/ui/form/form'
import { MonthPicker } from '~/ui/form/month-picker'
import { Chapter, Specimen } from './specimen'

const months = [
  { value: '2026-08' },
  { value: '2026-09', taken: 'Bokad' },
  { value: '2026-10' },
  { value: '2026-11' },
  { value: '2026-12' },
  { value: '2027-01' },
  { value: '2027-02', taken: 'Bokad' },
  { value: '2027-03' },
]

export function Pickers() {
  return (
    <Chapter id="datum" title="Dag och månad">
      <Specimen name="En månad">
        <Form
          action="/ui"
          refusal={{ title: 'Ansökan behöver en månad', message: '', fields: { month: 'Välj en månad' } }}
        >
          <MonthPicker name="month" legend="Månad som huvudsponsor" months={months} />
        </Form>
      </Specimen>
      <Specimen name="En till tre månader">
        <MonthPicker
          name="months"
          legend="Månader som säsongspartner"
          hint="Välj en till tre."
          months={months}
          max={3}
          tooMany="Du kan välja max 3 månader"
          defaultValue={['2026-10']}
        />
      </Specimen>
      <Specimen name="En dag">
        <DatePicker
          name="day"
          label="Välj dag"
          min="2026-08-05"
          max="2026-10-31"
          defaultValue="2026-08-20"
          unavailable={{ '2026-08-12': 'Fullbokat', '2026-08-13': 'Stängt' }}
        />
      </Specimen>
    </Chapter>
  )
}

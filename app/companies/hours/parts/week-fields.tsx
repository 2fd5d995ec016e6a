import { Checkbox } from '~/ui/form/field'
import { describedBy, FieldMessage } from '~/ui/form/field-frame'
import { useField } from '~/ui/form/form'
import { Icon } from '~/ui/marks/icon'
import { weekdays } from '../opening-hours'
import { alikeField, type Pass, timeField } from '../opening-hours-form'

/**
 * The fields of a week. The checkbox for equal days hides Tuesday to Friday with CSS alone, so it works without
 * JavaScript.
 */
export function WeekFields({ values }: { values: Record<string, string> }) {
  return (
    <div className="group/week grid gap-5">
      <Checkbox name={alikeField} label="Samma tider måndag till fredag" defaultChecked={values[alikeField] === 'on'} />
      {weekdays.map((name, index) => {
        const weekday = index + 1
        const follows = weekday > 1 && weekday < 6
        return (
          <div key={name} className={follows ? 'group-has-[input[name=alike]:checked]/week:hidden' : ''}>
            <DayFields weekday={weekday} name={name} values={values} />
          </div>
        )
      })}
    </div>
  )
}

type DayProps = { weekday: number; name: string; values: Record<string, string> }

function DayFields({ weekday, name, values }: DayProps) {
  const second = useField(timeField(weekday, 2, 'opens'))
  const secondEnd = useField(timeField(weekday, 2, 'closes'))
  const [opens, closes] = (['opens', 'closes'] as const).map((end) => values[timeField(weekday, 2, end)])
  const isSplit = Boolean(second.kept || secondEnd.kept || (!second.sent && (opens || closes)))
  return (
    <fieldset className="min-w-0 border-line border-t pt-4">
      <legend className="float-left w-full font-semibold first-letter:uppercase">
        {weekday === 1 ? (
          <>
            <span className="group-has-[input[name=alike]:checked]/week:hidden">Måndag</span>
            <span className="hidden group-has-[input[name=alike]:checked]/week:inline">Måndag till fredag</span>
          </>
        ) : (
          name
        )}
      </legend>
      <div className="clear-both grid gap-1 pt-2">
        <PassFields weekday={weekday} pass={1} values={values} />
        <details open={isSplit}>
          <summary className="inline-flex min-h-12 cursor-pointer items-center gap-2 text-spruce">
            <Icon name="plus" />
            Lägg till ett pass efter paus
          </summary>
          <PassFields weekday={weekday} pass={2} values={values} />
        </details>
      </div>
    </fieldset>
  )
}

function PassFields({ weekday, pass, values }: { weekday: number; pass: Pass; values: Record<string, string> }) {
  const fields = (['opens', 'closes'] as const).map((end) => timeField(weekday, pass, end))
  const [from = '', to = ''] = fields
  const after = pass === 2 ? ', andra passet' : ''
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] items-start gap-x-4 gap-y-2">
      <TimeField name={from} label="Öppnar" more={`på ${weekdays[weekday - 1]}${after}`} defaultValue={values[from]} />
      <TimeField name={to} label="Stänger" more={`på ${weekdays[weekday - 1]}${after}`} defaultValue={values[to]} />
    </div>
  )
}

type TimeProps = { name: string; label: string; more: string; defaultValue: string | undefined }

/**
 * A time field. The visible label is one word, since fourteen fields share a page; screen readers hear the whole label.
 */
function TimeField({ name, label, more, defaultValue }: TimeProps) {
  const field = useField(name)
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={field.id} className="text-small text-soft">
        {label} <span className="sr-only">{more}</span>
      </label>
      <div className="control">
        <input
          type="time"
          id={field.id}
          name={name}
          defaultValue={field.kept ?? defaultValue}
          {...describedBy(field, undefined)}
          className="tabular w-full min-w-0 bg-transparent px-3 py-2.5 text-body"
        />
      </div>
      <FieldMessage field={field} />
    </div>
  )
}

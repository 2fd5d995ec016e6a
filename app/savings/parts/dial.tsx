import { describedBy, FieldFrame, FieldMessage } from '~/ui/form/field-frame'
import { useField } from '~/ui/form/form'
import { exact } from '../quantity'
import { type DialName, dials } from '../trial'

type Props = {
  name: DialName
  /** As typed, perhaps not a number. */
  typed: string
  /** The number used in the calculation, which is the slider's position. */
  number: number
}

const track =
  'h-12 w-full cursor-pointer appearance-none rounded-full bg-transparent ' +
  '[&::-webkit-slider-runnable-track]:h-2 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-edge ' +
  '[&::-moz-range-track]:h-2 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-edge'
const thumb =
  '[&::-webkit-slider-thumb]:-mt-3 [&::-webkit-slider-thumb]:size-8 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-4 [&::-webkit-slider-thumb]:border-paper [&::-webkit-slider-thumb]:bg-lamp ' +
  '[&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-4 [&::-moz-range-thumb]:border-paper [&::-moz-range-thumb]:bg-lamp'

/**
 * A number field, which is what the form sends, and a slider that sets it. The slider is hidden without JavaScript, as
 * it would not follow the field.
 */
export function Dial({ name, typed, number }: Props) {
  const field = useField(name)
  const { label, unit, min, max, step } = dials[name]
  return (
    <div>
      <FieldFrame field={{ ...field, message: undefined }} label={label}>
        <div className="control max-w-48 flex-wrap">
          <input
            {...describedBy(field, null)}
            id={field.id}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typed}
            className="min-w-0 flex-1 basis-[min(5rem,40vw)] bg-transparent py-2.5 pl-[min(1rem,5vw)] text-body tabular"
          />
          <span className="shrink-0 px-[min(1rem,5vw)] text-soft">{unit}</span>
        </div>
        <div id={`${field.messageId}-place`} data-answer="when left" className="empty:hidden">
          <FieldMessage field={field} />
        </div>
      </FieldFrame>
      <input
        type="range"
        id={`${field.id}-reglage`}
        data-moves={field.id}
        aria-label={`${label}, reglage`}
        aria-valuetext={exact({ value: number, unit })}
        {...{ min, max, step }}
        defaultValue={number}
        className={`mt-1.5 ${track} ${thumb} noscript:hidden`}
      />
    </div>
  )
}

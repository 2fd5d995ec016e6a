import { GroupFrame } from '~/ui/form/field-frame'
import { useField } from '~/ui/form/form'
import type { StartShown } from '../open-days.server'

const parts = ['Natt', 'Förmiddag', 'Eftermiddag', 'Kväll'] as const

type Props = {
  legend: string
  starts: readonly (StartShown & { clashes?: boolean })[]
  /** The start time in the address, to be preselected. */
  chosen?: string
}

/**
 * Radio buttons for the day's free start times. Preselects the first one that does not clash with the member's own
 * bookings, so that choosing a day and pressing the button is enough.
 */
export function TimeChoices({ legend, starts, chosen: asked }: Props) {
  const field = useField('start')
  const chosen =
    starts.find(({ at }) => at === (field.kept ?? asked)) ?? starts.find(({ clashes }) => !clashes) ?? starts[0]
  const groups = parts
    .map((part) => ({ part, ofPart: starts.filter((start) => start.part === part) }))
    .filter(({ ofPart }) => ofPart.length > 0)
  return (
    <GroupFrame legend={legend} field={field}>
      <div className="grid gap-4">
        {groups.map(({ part, ofPart }) => (
          <div key={part} className="grid gap-2">
            {groups.length > 1 && <p className="text-small text-soft">{part}</p>}
            <div className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2">
              {ofPart.map(({ at, label, clashes }) => (
                <label key={at} className="choice tabular flex min-h-12 items-center gap-2 px-2.5 py-2">
                  <input
                    type="radio"
                    id={at === starts[0]?.at ? field.id : undefined}
                    name="start"
                    value={at}
                    defaultChecked={at === chosen?.at}
                    aria-invalid={field.message ? true : undefined}
                    className="tick"
                  />
                  <span>
                    {label}
                    {clashes ? (
                      <span className="block text-small text-soft">
                        krockar<span className="sr-only"> med en egen bokning</span>
                      </span>
                    ) : null}
                  </span>
                </label>
              ))}
            </div>
          </div>
        ))}
      </div>
    </GroupFrame>
  )
}

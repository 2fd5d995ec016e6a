import { useState } from 'react'
import { useSubmit } from 'react-router'
import { formatDuration } from '~/companies/public'
import { formatOre } from '~/shared/money'
import type { Refusal } from '~/shared/outcome'
import { Button } from '~/ui/form/button'
import { GroupFrame } from '~/ui/form/field-frame'
import { Form, useField } from '~/ui/form/form'
import { useHydrated } from '~/ui/form/hydrated'
import { Icon } from '~/ui/marks/icon'
import type { BookSearch } from '../../book/book-address'
import type { ChosenService } from '../../book/read-book-page.server'
import { bookingMoney } from '../../money'
import { MOST_MORE } from '../visit'

type Props = { search: BookSearch; chosen: ChosenService; hasDiscount: boolean; refusal: Refusal | null }

/** Further services for the visit, as part of the address: set on change, or by a button without JavaScript. */
export function MoreServices({ search, chosen, hasDiscount, refusal }: Props) {
  const submit = useSubmit()
  const hydrated = useHydrated()
  const { offered, elsewhere } = chosen.more
  const [isUnfolded, setUnfolded] = useState(false)
  if (offered.length === 0) return null
  const isUsed = refusal !== null || offered.some(({ isChosen }) => isChosen)
  return (
    <details
      className="unfolds group"
      // Stays open when the last choice is removed, so that the list does not disappear while in use.
      open={isUsed || isUnfolded || undefined}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold">
        <Icon name="chevron-down" className="transition-transform duration-150 group-open:rotate-180" />
        Lägg till fler tjänster i samma besök
      </summary>
      <Form
        method="get"
        action="#boka"
        refusal={refusal}
        className="grid gap-4 pt-2 pb-1"
        onChange={({ currentTarget }) => void submit(currentTarget, { preventScrollReset: true, replace: true })}
      >
        {(['q', 'category', 'after', 'service', 'day'] as const).map((name) => {
          const value = name === 'q' ? search.text : search[name]
          return value && <input key={name} type="hidden" name={name} value={value} />
        })}
        <Choices offered={offered} elsewhere={elsewhere} hasDiscount={hasDiscount} />
        {hydrated ? null : (
          <Button type="submit" variant="secondary" className="justify-self-start">
            Räkna om
          </Button>
        )}
      </Form>
    </details>
  )
}

type Offered = Pick<ChosenService['more'], 'offered' | 'elsewhere'>

function Choices({ offered, elsewhere, hasDiscount }: Offered & { hasDiscount: boolean }) {
  const field = useField('also')
  return (
    <GroupFrame
      legend={<span className="sr-only">Fler tjänster i samma besök</span>}
      hint={`Den ena görs efter den andra. Välj högst ${MOST_MORE} till.`}
      field={field}
    >
      {offered.map(({ id, title, durationMin, listOre, isChosen }, index) => (
        <label
          key={id}
          htmlFor={index === 0 ? field.id : `${field.id}-${id}`}
          className="flex min-h-12 items-start gap-3 py-2.5"
        >
          <input
            type="checkbox"
            // The first checkbox has the field's id, since the link in the error summary leads there.
            id={index === 0 ? field.id : `${field.id}-${id}`}
            name="also"
            value={id}
            defaultChecked={isChosen}
            aria-invalid={field.message ? true : undefined}
            className="tick mt-0.5"
          />
          <span className="min-w-0 wrap-anywhere">
            {title}
            <span className="tabular block text-small text-soft">
              {formatDuration(durationMin)}, {formatOre(bookingMoney(listOre, hasDiscount).customerPaysOre)}
            </span>
          </span>
        </label>
      ))}
      {elsewhere.map((words) => (
        <p key={words} className="text-small text-soft wrap-anywhere">
          {words}.
        </p>
      ))}
    </GroupFrame>
  )
}

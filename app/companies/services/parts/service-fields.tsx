import { type FormEvent, useState } from 'react'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { isNameIn, namesOf } from '~/shared/chosen'
import { typedValues } from '~/shared/form'
import { Checkbox, Fieldset, SelectField, TextArea, TextField } from '~/ui/form/field'
import { useHydrated } from '~/ui/form/hydrated'
import { categories, categoryOptions } from '../../category'
import { servicePlaces, usualPlace } from '../place'
import { previewOf, usualFreeCancelHours, usualNoticeHours } from '../service-form'
import { ServiceCard } from './service-card'

type Props = {
  intent: 'create-service' | 'change-service'
  id: string
  /** The form values. For a new service only the category. */
  values: Record<string, string>
  answer: FormAnswer | undefined
}

const placeOptions = namesOf(servicePlaces).map((value) => ({ value, label: servicePlaces[value].owner }))

/** The owner's form for a service, with a live preview of the card that residents see. */
export function ServiceFields({ intent, id, values, answer }: Props) {
  const [shown, setShown] = useState(() => previewOf(answer?.values ?? values, null))
  const hydrated = useHydrated()

  function follow(event: FormEvent<HTMLDivElement>) {
    const form = (event.target as HTMLInputElement).form
    if (form) setShown((before) => previewOf(typedValues(new FormData(form)), before))
  }
  // Without JavaScript the preview shows the stored service, so a new one has no preview.
  const hasPreview = hydrated || intent === 'change-service'
  return (
    <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,42rem)_minmax(20rem,28rem)]" onInput={follow}>
      <section
        aria-label="Tjänsten"
        id="tjansten"
        className="scroll-mt-6 rounded-card bg-surface p-5 shadow-card sm:p-7"
      >
        <IntentForm
          intent={intent}
          section="tjansten"
          answer={answer}
          hidden={{ id }}
          submit={{ children: intent === 'create-service' ? 'Lägg till tjänsten' : 'Spara', busyText: 'Sparar...' }}
        >
          <TextField name="title" label="Vad heter tjänsten?" defaultValue={values.title} maxLength={120} required />
          <TextArea
            name="description"
            label="Vad ingår?"
            hint="Vad ni gör, vad ni har med er, och vad kunden behöver ordna."
            optional
            rows={4}
            defaultValue={values.description}
          />
          <SelectField
            name="category"
            label="Kategori"
            options={categoryOptions}
            defaultValue={values.category}
            required
          />
          <SelectField
            name="place"
            label="Var gör ni jobbet?"
            hint="Hemma hos kunden frågar vi efter adressen. Hos er visar vi er adress."
            options={placeOptions}
            defaultValue={
              values.place ?? (isNameIn(categories, values.category) ? usualPlace(values.category) : undefined)
            }
            required
          />
          <TextField
            name="price"
            label="Pris"
            hint="Ert vanliga pris, med moms. Medlemmar betalar 10 % mindre."
            inputMode="decimal"
            suffix="kr"
            defaultValue={values.price}
            className="max-w-64"
            required
          />
          <Fieldset legend={<span className="text-body font-semibold">Hur lång tid tar det?</span>}>
            <div className="grid max-w-80 grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4">
              <TextField name="hours" label="Timmar" inputMode="numeric" defaultValue={values.hours} />
              <TextField name="minutes" label="Minuter" inputMode="numeric" defaultValue={values.minutes} />
            </div>
          </Fieldset>
          <div className="group/rut grid gap-4">
            <Checkbox
              name="rut"
              label="Tjänsten ger rutavdrag"
              hint="Städning, trädgård, IT-hjälp och ledsagning hemma hos kunden. Kräver att ni är godkända för F-skatt, och att ni begär avdraget hos Skatteverket när kunden har betalat."
              defaultChecked={values.rut === 'on'}
            />
            <TextField
              name="labour"
              label="Hur stor del av priset är arbete?"
              hint="Avdraget är hälften av arbetet. Resor och material räknas inte."
              inputMode="numeric"
              suffix="%"
              defaultValue={values.labour ?? '100'}
              className="hidden max-w-80 group-has-[input[name=rut]:checked]/rut:grid"
            />
          </div>
          <BookingRules values={values} />
        </IntentForm>
      </section>
      {hasPreview && (
        <section aria-labelledby="preview" className="xl:sticky xl:top-6">
          <h2 id="preview" className="text-h4">
            Så ser grannarna den
          </h2>
          <div className="mt-3">
            {shown ? (
              <ServiceCard service={shown} />
            ) : (
              <p className="rounded-card bg-mist p-5 text-soft sm:p-7">Fyll i pris och tid, så visas kortet här.</p>
            )}
          </div>
        </section>
      )}
    </div>
  )
}

/** The rules for residents who book, and the buffer that the company needs between two jobs. */
function BookingRules({ values }: Pick<Props, 'values'>) {
  return (
    <Fieldset
      legend={<span className="text-body font-semibold">När grannarna bokar</span>}
      hint="Reglerna visas innan de bokar. De som redan har bokat behåller sina."
    >
      <TextField
        name="buffer"
        label="Paus efteråt"
        hint="För att packa ihop och ta er vidare. Ingen kan boka er då."
        inputMode="numeric"
        suffix="minuter"
        defaultValue={values.buffer ?? '0'}
        className="max-w-80"
      />
      <TextField
        name="notice"
        label="Hur långt i förväg måste de boka?"
        inputMode="numeric"
        suffix="timmar"
        defaultValue={values.notice ?? usualNoticeHours}
        className="max-w-80"
      />
      <TextField
        name="cancel"
        label="Hur sent kan de avboka utan kostnad?"
        hint="Räknat i timmar före start. 0 är ända fram till start."
        inputMode="numeric"
        suffix="timmar"
        defaultValue={values.cancel ?? usualFreeCancelHours}
        className="max-w-80"
      />
    </Fieldset>
  )
}

import { useState } from 'react'
import { href } from 'react-router'
import { Button } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { useHydrated } from '~/ui/form/hydrated'
import { assumed } from '../assumptions'
import { rounded } from '../quantity'
import { savingsOf } from '../savings'
import { headlinesFrom } from '../summary'
import { type Asked, type DialName, dials, trialOf } from '../trial'
import { Dial } from './dial'
import { HeadlineFigures } from './headline-figures'
import { StreetWindows } from './street-windows'

const dialNames = Object.keys(dials) as DialName[]

/** A plain form that asks the server; where JavaScript runs it answers at once, by the same rules. */
export function TryYourOwn({ titleId, asked }: { titleId: string; asked: Asked }) {
  const hydrated = useHydrated()
  const [typed, setTyped] = useState(asked)
  const { scenario, numbers, fields } = trialOf(typed)
  const figures = savingsOf(assumed, scenario)

  // The summary on top belongs to what was sent; while writing, the message at the field is enough.
  const untouched = dialNames.every((name) => typed[name] === asked[name])
  const isRefused = untouched && Object.keys(fields).length > 0
  const refusal = isRefused ? { title: 'Det gick inte att räkna på allt', message: '', fields } : null

  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="lg:row-span-2">
        <h2 id={titleId}>Prova ditt eget kvarter</h2>
        <p className="mt-3 mb-8 max-w-prose text-soft">
          Hur många hushåll bor där, och hur stor andel av dem är med? Resten av antagandena är desamma.
        </p>
        <Form
          method="get"
          action={`${href('/vad-konceptet-sparar')}#${titleId}`}
          replace
          preventScrollReset
          refusal={refusal}
          className="grid gap-6"
        >
          {dialNames.map((name) => (
            <Dial
              key={name}
              name={name}
              typed={typed[name]}
              number={numbers[name]}
              message={fields[name]}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          ))}
          {hydrated ? null : <Button className="justify-self-start">Räkna</Button>}
        </Form>
      </div>
      <StreetWindows percent={scenario.activePercent} />
      <div>
        <output className="mb-8 block text-lead">
          {rounded({ value: Math.round(figures.activeHouseholds), unit: 'hushåll' })} gör{' '}
          {rounded({ value: Math.round(figures.visits), unit: 'besök' })} om året. Det sparar:
        </output>
        <HeadlineFigures headlines={headlinesFrom(figures)} className="sm:grid-cols-2 xl:grid-cols-3" />
      </div>
    </div>
  )
}

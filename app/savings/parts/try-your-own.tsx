import { useState } from 'react'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { assumed } from '../assumptions'
import { rounded } from '../quantity'
import { savingsOf } from '../savings'
import { headlinesFrom } from '../summary'
import { type Asked, type DialName, dials, trialOf } from '../trial'
import { Dial } from './dial'
import { HeadlineFigures } from './headline-figures'
import { StreetWindows } from './street-windows'

const dialNames = Object.keys(dials) as DialName[]

/** Works as a plain form that asks the server, and answers at once where JavaScript runs. */
export function TryYourOwn({ asked }: { asked: Asked }) {
  const [typed, setTyped] = useState(asked)
  const { scenario, numbers, fields } = trialOf(typed)
  const figures = savingsOf(assumed, scenario)

  // The summary on top belongs to what was sent; while typing, the message at the field is enough.
  const untouched = dialNames.every((name) => typed[name] === asked[name])
  const isRefused = untouched && Object.keys(fields).length > 0
  const refusal = isRefused ? { title: 'Det gick inte att räkna på allt', message: '', fields } : null

  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Form
        method="get"
        action="/vad-konceptet-sparar#prova"
        replace
        preventScrollReset
        refusal={refusal}
        className="grid content-start gap-6"
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
        <div>
          <Button variant="secondary">Räkna</Button>
        </div>
      </Form>
      <div className="grid content-start gap-8">
        <StreetWindows percent={scenario.activePercent} />
        <output className="block text-lead">
          {rounded({ value: figures.activeHouseholds, unit: 'hushåll' })} som gör{' '}
          {rounded({ value: figures.visits, unit: 'besök' })} om året sparar:
        </output>
        <HeadlineFigures headlines={headlinesFrom(figures)} />
      </div>
    </div>
  )
}

import { href } from 'react-router'
import { Button } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { assumed } from '../assumptions'
import { rounded } from '../quantity'
import { savingsOf } from '../savings'
import { headlinesFrom } from '../summary'
import { type Asked, type DialName, dials, trialOf } from '../trial'
import { Dial } from './dial'
import { HeadlineFigures } from './headline-figures'
import { StreetWindows } from './street-windows'

const dialNames = Object.keys(dials) as DialName[]

/** A plain GET form (progressive enhancement): with scripts it updates while typing (ui/improve/answer-at-once.ts). */
export function TryYourOwn({ titleId, asked }: { titleId: string; asked: Asked }) {
  const { scenario, numbers, fields } = trialOf(asked)
  const figures = savingsOf(assumed, scenario)
  const isRefused = Object.keys(fields).length > 0
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
          data-at-once
          refusal={refusal}
          className="grid gap-6"
        >
          {dialNames.map((name) => (
            <Dial key={name} name={name} typed={asked[name]} number={numbers[name]} />
          ))}
          <Button className="justify-self-start">Räkna</Button>
        </Form>
      </div>
      <div id="tanda-fonster" data-answer>
        <StreetWindows percent={scenario.activePercent} />
      </div>
      <div>
        <output id="hushallens-besok" data-answer className="mb-8 block text-lead">
          {rounded({ value: Math.round(figures.activeHouseholds), unit: 'hushåll' })} gör{' '}
          {rounded({ value: Math.round(figures.visits), unit: 'besök' })} om året. Det sparar:
        </output>
        <div id="hushallens-siffror" data-answer>
          <HeadlineFigures headlines={headlinesFrom(figures)} className="sm:grid-cols-2 xl:grid-cols-3" />
        </div>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { BarChart } from '~/ui/chart/chart'
import { asPost, rounded } from '../quantity'
import type { Cautions, Statement } from '../summary'

const titles = new Intl.ListFormat('sv-SE', { type: 'conjunction' })

type Props = { statements: Statement[]; cautions: Cautions }

/** The three sums, the make-up of the largest, and the caveats that they need. */
export function WhoGains({ statements, cautions }: Props) {
  const society = statements.find(({ account }) => account === 'society')
  return (
    <div className="grid gap-x-12 gap-y-12 md:grid-cols-2">
      <div className="grid content-start gap-8">
        <BarChart
          title="Kronor per år"
          columns={['Vem', 'Kronor per år']}
          format={(value) => rounded({ value, unit: 'kr' })}
          data={statements.map(({ name, kronor }) => ({ label: name, value: kronor }))}
        />
        <Caution title="Beloppen läggs inte ihop">
          Kundernas {cautions.discount} betalas av företagen, som själva sparar {cautions.companies}. Mellanskillnaden,{' '}
          {cautions.companiesPay} eller {cautions.companiesPayPerVisit} per besök, är vad det kostar dem att ha sina
          kunder nära.
        </Caution>
        <Caution title="Medlemsavgiften är inte fråndragen">
          Rabatten blir i snitt {cautions.discountPerHousehold} om året för ett aktivt hushåll. Ett medlemskap, där larm
          och ronder ingår, kostar {cautions.membership}. Då är {cautions.leftPerHousehold} kvar.
        </Caution>
      </div>
      <div className="grid content-start gap-8">
        <BarChart
          title="Samhällets del, post för post"
          columns={['Post', 'Kronor per år']}
          format={(value) => asPost({ value, unit: 'kr' })}
          data={(society?.posts ?? [])
            .map(({ title, kronor }) => ({ label: title, value: kronor }))
            .toSorted((a, b) => b.value - a.value)}
        />
        <Caution title="Det mesta av den är gissningar">
          Av samhällets {cautions.society} vilar {cautions.guessed} på antaganden om{' '}
          {titles.format(cautions.guessedTitles)} som ingen har mätt här. Resten följer av kilometrarna.
        </Caution>
      </div>
    </div>
  )
}

function Caution({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-lamp border-l-4 pl-5">
      <h3 className="mb-1.5 text-h4">{title}</h3>
      <p className="prose-width">{children}</p>
    </div>
  )
}

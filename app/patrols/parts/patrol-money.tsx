import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import type { PatrolMoneyShown } from '../patrol-money.server'

/** What packages have set aside for the patrols here, what was paid out, and how often they were walked. */
export function PatrolMoney({ money, className = '' }: { money: PatrolMoneyShown; className?: string }) {
  const { month, companies, inMonth, ever, paidOut, walks, stops } = money
  const from = companies === 1 ? 'ett företag' : `${companies} företag`
  return (
    <Card as="section" aria-labelledby="pengar-title" className={className}>
      <h2 id="pengar-title" className="text-h3">
        Företagens bidrag till ronderna
      </h2>
      <p className="mt-2 max-w-[60ch] text-soft">
        En del av det lokala företag betalar för sina paket sätts av till dem som går ronderna här.
      </p>
      <div className="mt-4">
        <DescriptionList
          items={[
            { term: `Avsatt i ${month}`, description: companies === 0 ? inMonth : `${inMonth} från ${from}` },
            { term: `Ronder i ${month}`, description: walkedInWords(walks, stops) },
            { term: 'Avsatt sedan starten', description: ever },
            { term: 'Därav betalt till dem som går', description: paidOut },
          ]}
        />
      </div>
    </Card>
  )
}

function walkedInWords(walks: number, stops: number): string {
  if (walks === 0) return 'Ingen än'
  return `${walks} gångna, med ${stops === 1 ? 'ett stopp' : `${stops} stopp`}`
}

import { Icon, type IconName } from '~/ui/marks/icon'

const examples: { icon: IconName; who: string; when: string }[] = [
  { icon: 'garden', who: 'Trädgård', when: 'beskärning i mars, häckar i augusti, löv i oktober' },
  { icon: 'cleaning', who: 'Städning', when: 'fönster i april, flyttstäd i juni, storstäd inför jul' },
  { icon: 'massage', who: 'Massage', when: 'presentkort i december, trötta axlar i januari' },
  { icon: 'foot', who: 'Fotvård', when: 'före sandalerna, i maj' },
  { icon: 'hair', who: 'Frisör', when: 'student och bröllop i maj och juni' },
  { icon: 'dog', who: 'Hundvakt', when: 'sommarlov, och dagarna runt nyår' },
  { icon: 'it', who: 'IT-hjälp', when: 'när julklapparna ska komma igång' },
]

export function SeasonExamples() {
  return (
    <section aria-labelledby="passar">
      <h2 id="passar" className="text-h3">
        Passar er som har en säsong
      </h2>
      <ul className="mt-5 grid gap-4">
        {examples.map(({ icon, who, when }) => (
          <li key={who} className="flex gap-3.5">
            <Icon name={icon} className="mt-0.5 size-6 text-spruce" />
            <p className="min-w-0">
              <span className="font-semibold">{who}:</span> <span className="text-soft">{when}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

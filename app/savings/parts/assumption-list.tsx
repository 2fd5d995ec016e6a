import { assumptionGroups } from '../assumptions'
import { exact } from '../quantity'

/** The table of assumptions in the dialog 'Visa antaganden'. */
export function AssumptionList() {
  return (
    <div className="grid gap-8">
      <p className="text-soft">
        Konceptets utgångspunkter är givna. Våra antaganden har vi valt själva för att kunna räkna på resten.
      </p>
      {assumptionGroups.map(({ group, members }) => (
        <section key={group}>
          <h3 className="border-current border-b-2 pb-2 text-h4">{group}</h3>
          <dl>
            {members.map((assumption) => (
              <div
                key={assumption.label}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-5 border-line border-b py-2.5"
              >
                <dt>{assumption.label}</dt>
                <dd className="hyphens-none text-right font-semibold tabular">{exact(assumption)}</dd>
                <dd className="col-span-2 text-small text-soft">{assumption.reason}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

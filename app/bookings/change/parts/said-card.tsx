import { bookingDeeds } from '../../booking'
import { saidAt } from '../said-view'
import { DeedForm } from './deed-form'

type Props = { id: string; said: { what: string }; which: string }

/** What a company has said of a job, as long as it can be undone. The press links here by fragment. */
export function SaidCard({ id, said, which }: Props) {
  return (
    <section
      id={saidAt(id)}
      tabIndex={-1}
      aria-label={`${said.what}: ${which}`}
      className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border-2 border-lamp p-4"
    >
      <div className="min-w-0">
        <p className="tabular font-semibold">{said.what}</p>
        <p className="text-soft">Till dess kan ni ångra. Kunden har inte fått veta något.</p>
      </div>
      <DeedForm intent="take-back" id={id} size="small" variant="secondary" label={`Ångra: ${which}`}>
        {bookingDeeds['take back'].label}
      </DeedForm>
    </section>
  )
}

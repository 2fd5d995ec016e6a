import { href, Link } from 'react-router'
import { Icon } from '~/ui/marks/icon'
import { PhoneLink } from '../../diaries/parts/booking-facts'
import type { CompanyBooking } from '../../diaries/read-company-diary.server'
import { ServiceList } from '../../visit/parts/service-list'

/** Today's remaining jobs with address and phone number. Meant for a phone, on the way. */
export function TodaysJobs({ day, jobs }: { day: string; jobs: readonly CompanyBooking[] }) {
  return (
    <section aria-labelledby="i-dag" className="band mt-6 max-w-3xl rounded-card p-5 sm:p-7">
      <h2 id="i-dag" className="text-h3">
        I dag, {day}
      </h2>
      {jobs.length === 0 ? (
        <p className="mt-2 text-soft">Inga bekräftade jobb kvar i dag.</p>
      ) : (
        <ol className="mt-4 divide-y divide-line">
          {jobs.map((job) => (
            <li key={job.id} className="grid gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0 sm:grid-cols-[7rem_1fr]">
              <p className="tabular font-semibold text-lamp">{job.span}</p>
              <div className="grid min-w-0 gap-1.5">
                <p className="font-semibold wrap-anywhere">
                  <Link to={href('/dashboard/provider/bookings/:id', { id: job.id })} className="hover:text-lamp">
                    {job.title}
                  </Link>
                </p>
                <ServiceList services={job.services} />
                <p className="wrap-anywhere">{job.customer?.name ?? 'Kontot är borttaget'}</p>
                <p className="flex items-start gap-2 wrap-anywhere">
                  <Icon name="map-pin" className="mt-[0.2em] size-5" />
                  {job.where}
                </p>
                {job.phone ? (
                  <p className="flex items-start gap-2">
                    <Icon name="phone" className="mt-[0.2em] size-5" />
                    <PhoneLink phone={job.phone} />
                  </p>
                ) : null}
                {job.note ? <p className="text-soft whitespace-pre-line wrap-anywhere">”{job.note}”</p> : null}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

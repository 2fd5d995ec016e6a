import { href } from 'react-router'
import { loginAgainAddress } from '~/door/return-address'
import { EMERGENCY_NUMBER } from '~/shared/product'

/** Who is logged out somewhere else has an alarm that goes on all the same, and nothing of theirs can be sent from here. */
export function SessionOver({ hasAlarm }: { hasAlarm: boolean }) {
  return (
    <p role="alert" className="rounded-control bg-lamp px-4 py-3 font-semibold text-on-lamp">
      Du är inte inloggad längre. {hasAlarm ? 'Larmet är kvar, men det som står här kan ha ändrats.' : null}{' '}
      <a href={loginAgainAddress(href('/dashboard/customer/safety'), 'utloggad')} className="underline">
        {hasAlarm ? 'Logga in och se hur det går' : 'Logga in innan du larmar'}
      </a>
      . Ring {EMERGENCY_NUMBER} vid fara.
    </p>
  )
}

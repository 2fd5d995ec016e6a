import { href } from 'react-router'
import { blockedWords } from '~/accounts/public'
import { loginAgainAddress } from '~/door/return-address'
import { EMERGENCY_NUMBER } from '~/shared/product'

/** Shown when the session ended elsewhere: an open alarm goes on, but nothing can be sent from this page. */
export function SessionOver({ hasAlarm, isBlocked }: { hasAlarm: boolean; isBlocked: boolean }) {
  const look = 'rounded-control bg-lamp px-4 py-3 font-semibold text-on-lamp'
  if (isBlocked) {
    return (
      <p role="alert" className={look}>
        {blockedWords({ hasAlarm })}
      </p>
    )
  }
  return (
    <p role="alert" className={look}>
      Du är inte inloggad längre. {hasAlarm ? 'Larmet är kvar, men det som står här kan ha ändrats.' : null}{' '}
      <a href={loginAgainAddress(href('/dashboard/customer/safety'), 'utloggad')} className="underline">
        {hasAlarm ? 'Logga in och se hur det går' : 'Logga in innan du larmar'}
      </a>
      . Ring {EMERGENCY_NUMBER} vid fara.
    </p>
  )
}

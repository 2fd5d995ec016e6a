import { mayTry } from '~/door/attempts.server'
import type { Above } from '~/platform/above.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { Log } from '~/platform/log.server'
import { isTextable } from '~/platform/sms/textable.server'

/* Rate limits for codes and links by SMS, which cost money and could be requested by somebody paid for the traffic (SMS
   pumping). Alarms do not pass here: they have deliveries of their own, without a limit. */

type Ports = { db: Database; clock: Clock; config: Config; log: Log; above: Above }

type Asked = {
  phone: string
  /** The owner of the number, such as "guard 0193…". */
  who: string
  /** The requesting IP address. */
  address: string
}

const tooMany = 'Det har skickats många koder den senaste timmen. Vänta en stund och försök igen.'

/**
 * Why no code or link may be sent to a number now, as a message for the person. Null if it may. Checks the number
 * first, then the limits.
 */
export async function refuseText(ports: Ports, { phone, who, address }: Asked): Promise<string | null> {
  const wrong = notTextable(phone, ports.config.smsCountries)
  if (wrong) return wrong
  const mayAsk =
    (await mayTry(ports, 'phone code for somebody', who)) &&
    (await mayTry(ports, 'phone code to a number', phone)) &&
    (await mayTry(ports, 'phone code from an address', address))
  if (!mayAsk) return tooMany
  // The global limit last, so that requests refused by another limit do not count against it.
  return (await isWithinTotal(ports)) ? null : tooMany
}

/**
 * Counts one code or link against the global limit per hour. False if it is exhausted; the operators are then notified.
 * A caller with limits of its own must check those first.
 */
export async function isWithinTotal(ports: Ports): Promise<boolean> {
  if (await mayTry(ports, 'phone codes in all', 'everybody', ports.config.smsCodesPerHour)) return true
  await ports.above.tellOfManyCodes(ports)
  return false
}

export function notTextable(phone: string, countries: Config['smsCountries']): string | null {
  if (isTextable(phone, countries)) return null
  return countries.length === 1 && countries[0] === 'SE'
    ? 'Vi skickar bara SMS till svenska mobilnummer, som börjar på 070, 072, 073, 076 eller 079.'
    : 'Vi skickar inte SMS till det numret. Skriv ett vanligt mobilnummer.'
}

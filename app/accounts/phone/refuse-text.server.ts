import { mayTry } from '~/door/attempts.server'
import type { Above } from '~/platform/above.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { Log } from '~/platform/log.server'
import { isTextable } from '~/platform/sms/textable.server'

/*
 * Codes and links by SMS cost money, and whoever asks for them may be paid for it. Alarms ask for nothing here: they
 * have deliveries of their own, and no limit.
 */

type Ports = { db: Database; clock: Clock; config: Config; log: Log; above: Above }

type Asked = {
  phone: string
  /** Who it is for, such as "guard 0193…". */
  who: string
  /** The network address that it was asked for from. */
  address: string
}

const tooMany = 'Det har skickats många koder den senaste timmen. Vänta en stund och försök igen.'

/** Why no code or link goes to a number now, in words for the person; null when it may. The number first, then how often. */
export async function refuseText(ports: Ports, { phone, who, address }: Asked): Promise<string | null> {
  const wrong = notTextable(phone, ports.config.smsCountries)
  if (wrong) return wrong
  const mayAsk =
    (await mayTry(ports, 'phone code for somebody', who)) &&
    (await mayTry(ports, 'phone code to a number', phone)) &&
    (await mayTry(ports, 'phone code from an address', address))
  if (!mayAsk) return tooMany
  // The last, so that nobody who is stopped before it takes from what there is for all.
  return (await isWithinTotal(ports)) ? null : tooMany
}

/**
 * Counts one code or link by SMS among those to everybody together. False when there are no more this hour, and then the
 * operators know. Whoever has limits of their own beside it asks them first.
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

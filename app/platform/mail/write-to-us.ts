import type { Config } from '../config.server'

/**
 * How to reach the operator, in a letter. With CONTACT_DELIVERY=off nobody reads what is sent by the form on the start
 * page, so that the letter names the postal address and promises nothing. No letter names the form by itself
 * (test/shape/habits.test.ts).
 */
export function writeToUs(
  {
    contactDelivery,
    operator,
  }: Pick<Config, 'contactDelivery'> & { operator: Pick<Config['operator'], 'name' | 'address'> },
  promise?: string,
): string {
  return contactDelivery === 'inbox'
    ? `Skriv till oss genom formuläret på startsidan${promise ? `, ${promise}` : ''}.`
    : `Skriv till oss: ${operator.name}, ${operator.address}.`
}

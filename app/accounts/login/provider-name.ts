/** The auth library's name for a password, among the providers of a person's identities. */
const password = 'credential'

export const hasPassword = (identities: readonly { provider: string }[]) =>
  identities.some(({ provider }) => provider === password)

/** The Swedish label of a login method. */
export function providerName(provider: string): string {
  return provider === password ? 'E-post och lösenord' : provider.charAt(0).toUpperCase() + provider.slice(1)
}

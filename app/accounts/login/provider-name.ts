/** The Swedish label of a login method. */
export function providerName(provider: string): string {
  return provider === 'credential' ? 'E-post och lösenord' : provider.charAt(0).toUpperCase() + provider.slice(1)
}

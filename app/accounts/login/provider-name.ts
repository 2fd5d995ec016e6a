/** A way to log in, as it is called on the page. */
export function providerName(provider: string): string {
  return provider === 'credential' ? 'E-post och lösenord' : provider.charAt(0).toUpperCase() + provider.slice(1)
}

/** What has been done to a company, in words for its page. */
const labels: Record<string, string> = {
  'approve company': 'Godkände företaget',
  'hide company': 'Dolde företaget',
  'restore company': 'Visade företaget igen',
  'check permit': 'Kontrollerade tillståndet',
  'remove permit': 'Tog bort tillståndet',
  'activate months': 'Noterade betalning och aktiverade månader',
  'release month': 'Släppte en månad',
  'revoke ambassador reward': 'Tog tillbaka ambassadörens månader',
}

export const auditLabel = (deed: string) => labels[deed] ?? deed

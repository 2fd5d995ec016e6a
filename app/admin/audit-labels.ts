/**
 * What is written in the history, in words for people. A deed's name in the code never changes, since lines of
 * years ago have it; its label may.
 */
const labels: Record<string, string> = {
  'refused at the door': 'Nekades i adminpanelen',
  'approve company': 'Godkände företaget',
  'hide company': 'Dolde företaget',
  'restore company': 'Visade företaget igen',
  'check permit': 'Kontrollerade tillståndet',
  'remove permit': 'Tog bort tillståndet',
  'activate months': 'Noterade betalning och aktiverade månader',
  'release month': 'Släppte en månad',
  'hide review': 'Dolde ett omdöme',
  'restore review': 'Visade ett omdöme igen',
  'revoke ambassador reward': 'Tog tillbaka ambassadörens månader',
  'look at person': 'Tittade på personens uppgifter',
  'export companies': 'Hämtade listan över företag',
  'show banner': 'Visade ett meddelande för alla',
  'remove banner': 'Tog bort meddelandet till alla',
  'export people': 'Hämtade listan över användare',
  'change role': 'Ändrade roll',
  'block person': 'Spärrade kontot',
  'unblock person': 'Tog bort spärren',
  'sign out person': 'Loggade ut överallt',
  'send recovery mail': 'Skickade mejl om nytt lösenord',
  'send verification mail': 'Skickade mejl om att bekräfta adressen',
  'correct postcode': 'Rättade postnumret',
  'answer contact message': 'Svarade på en fråga',
  'take contact message': 'Tog en fråga',
  'close contact message': 'Avslutade en fråga',
  'reopen contact message': 'Öppnade en fråga igen',
  'add postcode': 'La till ett postnummer',
  'describe postcode': 'Ändrade namn eller plats',
  'set postcode state': 'Ändrade postnumrets läge',
  'add neighbour': 'La till ett grannområde',
  'remove neighbour': 'Tog bort ett grannområde',
  'tell of opening': 'Fick veta att kvarteret är öppet',
  'begin bulk job': 'Började en åtgärd för flera',
  'stop bulk job': 'Stoppade en åtgärd för flera',
  'give free months': 'Gav fria månader',
  'note payment': 'Noterade en betalning',
  'pay out refund': 'Noterade en återbetalning',
  'see card event': 'Tittade på ett besked om kort',
}

export const auditLabel = (deed: string): string => labels[deed] ?? deed

/** For a filter: every deed there is, in the order of its label. */
export const auditDeeds = Object.entries(labels)
  .map(([deed, label]) => ({ deed, label }))
  .sort((a, b) => a.label.localeCompare(b.label, 'sv'))

/**
 * The Swedish label of each audited action. An action's name in the code never changes, since rows that are years old
 * contain it; its label may.
 */
const deedLabels = {
  'refused at the door': 'Nekades i adminpanelen',
  'approve company': 'Godkände företaget',
  'decline company': 'Nekade ett nytt namn',
  'hide company': 'Dolde företaget',
  'restore company': 'Visade företaget igen',
  'remove photo': 'Tog bort en bild',
  'check permit': 'Kontrollerade tillståndet',
  'remove permit': 'Tog bort tillståndet',
  'change plan': 'Bytte paket',
  'activate months': 'Noterade betalning och aktiverade månader',
  'release month': 'Släppte en månad',
  'make api key': 'Skapade en nyckel till eget system',
  'take back api key': 'Tog tillbaka en nyckel till eget system',
  'hide review': 'Dolde ett omdöme',
  'keep review': 'Lät ett anmält omdöme stå kvar',
  'restore review': 'Visade ett omdöme igen',
  'revoke ambassador reward': 'Tog tillbaka ambassadörens månader',
  'take back points': 'Tog tillbaka poäng',
  'approve points': 'Tittade på poäng som stack ut',
  'look at message': 'Tittade på ett meddelande',
  'look at person': 'Tittade på personens uppgifter',
  'export companies': 'Hämtade listan över företag',
  'show banner': 'Visade ett meddelande för alla',
  'remove banner': 'Tog bort meddelandet till alla',
  'export people': 'Hämtade listan över användare',
  'export payments': 'Hämtade listan över betalningar',
  'export alarms': 'Hämtade listan över larm',
  'export messages': 'Hämtade utkorgen som fil',
  'export broadcasts': 'Hämtade listan över utskick',
  'export history': 'Hämtade historiken som fil',
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
  'load map': 'La in en karta',
  'remove map': 'Tog bort kartan',
  'tell of opening': 'Fick veta att kvarteret är öppet',
  'change alarm policy': 'Ändrade larmplanen',
  'assign shift': 'Ändrade vem som går ett pass',
  'draft broadcast': 'Skrev ett utskick',
  'release broadcast': 'Godkände ett utskick',
  'decline broadcast': 'Avböjde ett utskick',
  'discard broadcast': 'Kastade ett utkast',
  'stop broadcast': 'Stoppade ett utskick',
  'resend message': 'Skickade ett meddelande igen',
  'begin bulk job': 'Började en åtgärd för flera',
  'stop bulk job': 'Stoppade en åtgärd för flera',
  'give free months': 'Gav fria månader',
  'note payment': 'Noterade en betalning',
  'pay out refund': 'Noterade en återbetalning',
  'set patrol share': 'Ändrade hur mycket av paketen som går till ronder',
  'note patrol payout': 'Noterade en utbetalning till ronder',
  'decide payment dispute': 'Avgjorde en betalning som två var oense om',
  'see card event': 'Tittade på ett besked om kort',
  'see swish payment': 'Tittade på en betalning med Swish',
  'mend fault': 'Markerade ett fel som rättat',
  'reopen fault': 'Öppnade ett fel igen',
  'take up card order': 'Tog hand om en kortorder som leverantören sa nej till',
} as const satisfies Record<string, string>

/** A new kind of entry needs its label above first: the compiler enforces this. */
export type AuditDeed = keyof typeof deedLabels

/** The kinds of subject that an action can have. */
const subjectLabels = {
  person: 'Användare',
  company: 'Företag',
  postcode: 'Postnummer',
  charge: 'Begärd betalning',
  payment: 'Betalning',
  'contact message': 'Fråga',
  message: 'Meddelande',
  broadcast: 'Utskick',
  alarm: 'Larm',
  'bulk job': 'Åtgärd för flera',
  list: 'Hämtad lista',
  setting: 'Inställning',
  fault: 'Fel i tjänsten',
  door: 'Dörr i adminpanelen',
} as const satisfies Record<string, string>

export type AuditSubject = keyof typeof subjectLabels

const wordFor = (labels: Record<string, string>, name: string) => labels[name] ?? name
const inOrder = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'sv'))

export const auditLabel = (deed: string): string => wordFor(deedLabels, deed)
export const subjectLabel = (kind: string): string => wordFor(subjectLabels, kind)

/** Options for the filters, ordered by label. */
export const auditDeeds = inOrder(deedLabels)
export const auditSubjects = inOrder(subjectLabels)

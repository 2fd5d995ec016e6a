import { chosen } from '~/shared/chosen'

/**
 * Every kind of message in the outbox: its label for administrators, its retention in days once the message is no
 * longer queued, and whether it carries a secret. `MessageKind` is derived from here, so a new kind needs an entry. A
 * kind's name never changes, since rows that are years old contain it.
 */
type Kind = {
  label: string
  keptDays: number
  /**
   * The message contains a link or code that authenticates. Its text is stored without the secret
   * (docs/decisions/0131).
   */
  secret?: true
}

/** Retention of short-lived messages: codes, links, reminders. */
const month = 30
/** Retention of what both sides may want to look up: a booking, an offer, a broadcast. */
const season = 90
/** Retention of messages about money, contracts or access, for as long as somebody may ask about them. */
const year = 400

export const messageKinds = {
  recovery: { label: 'Nytt lösenord, länk', keptDays: month, secret: true },
  verification: { label: 'Bekräfta e-postadressen, länk', keptDays: month, secret: true },
  'new address': { label: 'Ny e-postadress, länk', keptDays: month, secret: true },
  'address changed': { label: 'E-postadressen bytt', keptDays: year, secret: true },
  'phone code': { label: 'Kod för mobilnumret', keptDays: month, secret: true },
  'guard link': { label: 'Väktarens egen länk', keptDays: month, secret: true },
  'circle question': { label: 'Fråga om att få veta om larm, länk', keptDays: month, secret: true },
  'walk question': { label: 'Följ mig hem: är du hemma?, länk', keptDays: month, secret: true },

  'alarm link': { label: 'Larm, med personlig länk', keptDays: month, secret: true },
  'alarm message': { label: 'Larm, till medlem eller jour', keptDays: month },
  'alarm reply': { label: 'Svar på SMS om larm', keptDays: month },
  'booking member reminder': { label: 'Påminnelse om bokning, till medlemmen', keptDays: month },
  'booking company reminder': { label: 'Påminnelse om bokning, till företaget', keptDays: month },
  'circle answer': { label: 'Svar från någon som skulle få veta om larm', keptDays: month },
  'guard test': { label: 'Testa väktarnas telefoner', keptDays: month },
  'company calendar silent': { label: 'Företagets kalender går inte att läsa', keptDays: month },
  'centre changed': { label: 'Larmcentralen är ändrad', keptDays: year },
  'centre silent': { label: 'Larmcentralen svarar inte', keptDays: month },
  'operations backup': { label: 'Drift: säkerhetskopian', keptDays: month },
  'operations broadcast asked': { label: 'Drift: utskick att granska', keptDays: month },
  'operations bulk set aside': { label: 'Drift: åtgärd som inte gick för alla', keptDays: month },
  'operations partner asked for a name': { label: 'Drift: trygghetspartner vill byta namn', keptDays: month },
  'operations postcode uncovered': { label: 'Drift: obemannat kvarter', keptDays: month },
  'operations secret left': { label: 'Drift: hemlighet kvar i utkorgen', keptDays: year },
  'operations sms balance': { label: 'Drift: saldo för SMS', keptDays: month },
  'operations sms codes': { label: 'Drift: många koder per SMS', keptDays: month },
  'push tried': { label: 'Prov av push', keptDays: month },
  'walk reminder': { label: 'Följ mig hem: är du hemma?', keptDays: month },
  'walk alarm': { label: 'Följ mig hem: larmet har gått', keptDays: month },
  'stop confirmed': { label: 'Bekräftelse på STOP', keptDays: year },

  'booking requested': { label: 'Ny bokningsförfrågan', keptDays: season },
  'booking confirmed': { label: 'Bokning bekräftad', keptDays: season },
  'booking declined': { label: 'Bokning avböjd', keptDays: season },
  'booking completed': { label: 'Bokning genomförd', keptDays: season },
  'booking no-show': { label: 'Kunden kom inte', keptDays: season },
  'booking lapsed': { label: 'Bokningsförfrågan gick ut', keptDays: season },
  'booking paid': { label: 'Jobb noterat som betalt', keptDays: year },
  'booking disputed': { label: 'Oense om betalningen av ett jobb', keptDays: year },
  'booking agreed': { label: 'Överens igen om betalningen av ett jobb', keptDays: year },
  'booking left': { label: 'Inget att avgöra om betalningen längre', keptDays: year },
  'booking decided': { label: 'Betalningen av ett jobb avgjord', keptDays: year },
  'booking series ended': { label: 'Bokning som upprepas avslutad', keptDays: season },
  'booking series over': { label: 'Bokning som upprepas tog slut', keptDays: season },
  'booking series asked': { label: 'Nya villkor för en bokning som upprepas', keptDays: year },
  'booking series agreed': { label: 'Ja till nya villkor för en bokning som upprepas', keptDays: year },
  'booking series left out': { label: 'En gång hoppas över av en bokning som upprepas', keptDays: season },
  'booking message': { label: 'Meddelande om en bokning', keptDays: season },
  'booking cancelled': { label: 'Bokning avbokad', keptDays: season },
  'booking time proposed': { label: 'Förslag på ny tid', keptDays: season },
  'booking time accepted': { label: 'Ny tid godtagen', keptDays: season },
  'booking time refused': { label: 'Ny tid avböjd', keptDays: season },
  'booking time taken back': { label: 'Förslag på ny tid taget tillbaka', keptDays: season },
  'booking wait offered': { label: 'Ledig tid erbjuden', keptDays: month },
  'booking wait over': { label: 'Väntan på en tid är slut', keptDays: season },
  'broadcast safety': { label: 'Trygghets-SMS till ett kvarter', keptDays: season },
  'broadcast offer': { label: 'Erbjudande till ett kvarter', keptDays: season },
  'company broadcast released': { label: 'Utskick godkänt', keptDays: season },
  'company broadcast stopped': { label: 'Utskick stoppat av oss', keptDays: season },
  'company broadcast declined': { label: 'Utskick avböjt', keptDays: season },
  'postcode opened': { label: 'Ett kvarter har öppnat', keptDays: season },
  'review written': { label: 'Nytt omdöme', keptDays: season },
  'review rewritten': { label: 'Omdöme ändrat', keptDays: season },
  'review answered': { label: 'Svar på omdöme', keptDays: season },
  'review hidden': { label: 'Omdöme dolt', keptDays: season },
  'review report decided': { label: 'Anmält omdöme avgjort', keptDays: season },
  'review restored': { label: 'Omdöme visas igen', keptDays: season },

  'address change asked': { label: 'Byte av e-postadress begärt', keptDays: year },
  'address put back': { label: 'E-postadressen tillbaka', keptDays: year },
  'ambassador months given': { label: 'Fria månader för tips', keptDays: year },
  'ambassador months taken back': { label: 'Fria månader för tips tillbakatagna', keptDays: year },
  'ambassador thanked': { label: 'Tack för tips, till företaget', keptDays: year },
  'booking withdrawn': { label: 'Avtal om bokning ångrat', keptDays: year },
  'company name approved': { label: 'Företagsnamn godkänt', keptDays: year },
  'company name asked': { label: 'Företagsnamn att granska', keptDays: year },
  'company name declined': { label: 'Företagsnamn avböjt', keptDays: year },
  'company hidden': { label: 'Företag dolt', keptDays: year },
  'company photo removed': { label: 'Bild borttagen, till företaget', keptDays: year },
  'company points taken back': { label: 'Poäng tillbakatagna, till företaget', keptDays: year },
  'company restored': { label: 'Företag visas igen', keptDays: year },
  'contact answer': { label: 'Svar på kontaktmeddelande', keptDays: year },
  'free month for points': { label: 'Fri månad för poäng', keptDays: year },
  'identity removed': { label: 'Inloggningssätt borttaget', keptDays: year },
  'membership a day': { label: 'Provperioden: en dag kvar', keptDays: year },
  'membership a week': { label: 'Provperioden: en vecka kvar', keptDays: year },
  'membership ended': { label: 'Medlemskap avslutat', keptDays: year },
  'membership last warning': { label: 'Medlemskap: sista påminnelsen', keptDays: year },
  'membership leaving': { label: 'Medlemskap uppsagt', keptDays: year },
  'membership past due': { label: 'Medlemskap obetalt', keptDays: year },
  'membership withdrawn': { label: 'Avtal ångrat', keptDays: year },
  'months given': { label: 'Fria månader från en administratör', keptDays: year },
  'package application': { label: 'Ansökan om paket', keptDays: year },
  'package changed': { label: 'Paket bytt', keptDays: year },
  'package month released': { label: 'Bokad månad släppt', keptDays: year },
  'package paid': { label: 'Paket betalt', keptDays: year },
  'passkey added': { label: 'Passnyckel tillagd', keptDays: year },
  'passkey removed': { label: 'Passnyckel borttagen', keptDays: year },
  'password changed': { label: 'Lösenord bytt', keptDays: year },
  'payment asked': { label: 'Att betala', keptDays: year },
  'payment given back': { label: 'Betalning tillbaka', keptDays: year },
  'payment overdue': { label: 'Betalning försenad', keptDays: year },
  'payment received': { label: 'Betalning mottagen', keptDays: year },
  'person blocked': { label: 'Konto spärrat', keptDays: year },
  'person unblocked': { label: 'Spärr hävd', keptDays: year },
  'points taken back': { label: 'Poäng tillbakatagna', keptDays: year },
  'role changed': { label: 'Ny roll', keptDays: year },
  'second factor on': { label: 'Tvåstegsverifiering på', keptDays: year },
  'second factor by passkey': { label: 'App för inloggning borttagen', keptDays: year },
  'second factor off': { label: 'Tvåstegsverifiering av', keptDays: year },
  'taken address': { label: 'Adressen har redan ett konto', keptDays: year },
  'terms changed': { label: 'Nya villkor', keptDays: year },
} as const satisfies Record<string, Kind>

export type MessageKind = keyof typeof messageKinds
export type SecretKind = {
  [K in MessageKind]: (typeof messageKinds)[K] extends { secret: true } ? K : never
}[MessageKind]
/** The kinds that carry no secret. */
export type OpenKind = Exclude<MessageKind, SecretKind>

/** Retention of rows whose kind no longer exists in the code. */
const retiredDays = year

const known: Record<string, Kind> = messageKinds

/** The Swedish label. For a retired kind, its name in the code. */
export const kindLabel = (kind: string): string => chosen(known, kind)?.label ?? kind

export const keptDays = (kind: string): number => chosen(known, kind)?.keptDays ?? retiredDays

export const carriesSecret = (kind: string): boolean => chosen(known, kind)?.secret ?? false

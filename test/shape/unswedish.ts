/** Style rules for all Swedish text that people read: docs/decisions/0183. */

/** Phrases that the specification prescribes literally. */
const ofTheSpecification = [
  /10% \S+-rabatt/g,
  /Ansökan mottagen! Vi kontaktar dig för betalning\./g,
  /Du måste ha ett registrerat företag för att ansöka/g,
  /Du måste godkänna villkoren/g,
  /Du kan välja max \S+ månader/g,
]
/** Randomly drawn codes such as 37h6t-bumnw are not language. */
const codes = /(?<![\p{L}\d-])[a-z\d]{5}-[a-z\d]{5}(?![\p{L}\d-])/gu
const withoutThem = (text: string) =>
  ofTheSpecification.reduce(
    (rest, known) => rest.replace(known, ''),
    text.replace(codes, (code) => (/\d/.test(code) ? '' : code)),
  )

const rules: readonly { says: string; finds: RegExp }[] = [
  {
    says: 'English',
    finds:
      /(?<![\p{L}\d_./@=?&-])(the|and|of|is|are|was|with|from|this|that|you|your|please|loading|error|submit|cancel|save|delete|remove|edit|close|search|settings|next|previous|log ?in|log ?out|sign ?(in|up|out)|password|email|pending|active|unknown|undefined|null|NaN|true|false|failed|success|none|day|week|month|user|member|company|booking|alarm raised|object Object)(?![\p{L}\d_/@-]|\.\p{L})/iu,
  },
  { says: 'a time is 21.14', finds: /(?<![\d:])([01]?\d|2[0-3]):[0-5]\d(?!\d)/ },
  { says: 'a percentage is 10 %', finds: /\d%/ },
  {
    says: 'a length is 2 tim 30 min',
    finds:
      /\b\d+([.,]\d+)? ?(h|hrs?|hours?|mins|minutes?)(?!\p{L})|\b\d+ ?(tim|min)\.(?=,|\s+\p{Ll})|\d,\d tim\b|\d timmar (och )?\d+ min/u,
  },
  { says: "'de närmaste', not 'Nästa N'", finds: /nästa \d/i },
  { says: 'nyss', finds: /mindre än en minut sedan/ },
  // One name for one thing, as in docs/words.md.
  { says: 'SMS', finds: /(?<![\p{L}\d/=?&_-])[Ss]ms(?![\p{L}\d/=_])/u },
  { says: 'testlarm', finds: /provlarm/i },
  { says: 'rutavdrag', finds: /rut-avdrag/i },
  { says: 'iPhone', finds: /\bIphone/ },
  { says: 'flera trygghetspartner', finds: /trygghetspartners(?!\p{L})/iu },
  { says: 'rond', finds: /patrull|rondering/i },
  // Everyday words instead of officialese.
  {
    says: 'plainly',
    finds:
      /(?<!\p{L})(vänligen|ej|sade|skall|erhåll\p{L}*|avseende|gällande|nedanstående|ovanstående|härmed|medelst|vederbörande|åtgärda\p{L}*|bokningsbar\p{L}*|titta om)(?!\p{L})/iu,
  },
  { says: 'i dag, i kväll, i morgon', finds: /(?<!\p{L})(idag|ikväll|imorgon|inatt|igår)(?!\p{L})/iu },
  { says: '”citat”', finds: /(?<![\p{L}\d=(])'[\p{L}][^'\n]*'/u },
  { says: 'ett tankstreck –', finds: /\p{L} - \p{L}/u },
  { says: 'tusental: 4 000', finds: /(?<![\d.,/-])\d{4,} (tecken|kr(onor)?|poäng|SMS)(?!\p{L})/u },
]

/** Violations in a text, each with its context. */
export function unswedishIn(text: string): string[] {
  const read = withoutThem(text)
  return rules.flatMap(({ says, finds }) => {
    const found = finds.exec(read)
    if (!found) return []
    return [`${says}: "${read.slice(Math.max(0, found.index - 30), found.index + 40).replace(/\s+/g, ' ')}"`]
  })
}

/** Places that address a company as du instead of ni. Only for texts that companies alone read. */
export function duIn(text: string): string[] {
  return withoutThem(text).match(/(?<!\p{L})(du|dig|din|ditt|dina)(?!\p{L})/giu) ?? []
}

/** What a person reads, held to one hand: docs/decisions/0183. */

/** As the specification writes it, to the letter. */
const ofTheSpecification = [/10% \S+-rabatt/g]

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
]

/** What is wrong in a text, each with the words around it. */
export function unswedishIn(text: string): string[] {
  const read = ofTheSpecification.reduce((rest, known) => rest.replace(known, ''), text)
  return rules.flatMap(({ says, finds }) => {
    const found = finds.exec(read)
    if (!found) return []
    return [`${says}: "${read.slice(Math.max(0, found.index - 30), found.index + 40).replace(/\s+/g, ' ')}"`]
  })
}

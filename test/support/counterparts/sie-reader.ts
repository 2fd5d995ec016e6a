/** Parses SIE files by the specification, without code of the product: code page 437, fields, braces. */

export type ReadVoucher = {
  series: string
  number: string
  day: string
  text: string
  rows: { account: string; ore: number }[]
}
export type ReadSie = { labels: Map<string, string[]>; vouchers: ReadVoucher[] }

/** The letters of code page 437 that Swedish needs; any other non-ASCII byte is an error. */
const letters: Record<number, string> = {
  134: 'å',
  132: 'ä',
  148: 'ö',
  143: 'Å',
  142: 'Ä',
  153: 'Ö',
  130: 'é',
  129: 'ü',
}

export function readSie(bytes: Uint8Array): ReadSie {
  const text = [...bytes].map((byte) => letterOf(byte)).join('')
  if (!text.endsWith('\r\n')) throw new Error('a line that does not end')
  const labels = new Map<string, string[]>()
  const vouchers: ReadVoucher[] = []
  let open: ReadVoucher | null = null
  for (const line of text.slice(0, -2).split('\r\n')) {
    const [label = '', ...fields] = fieldsOf(line.trim())
    if (label === '{' || label === '') continue
    if (label === '}') open = null
    else if (label === '#VER') {
      const [series = '', number = '', day = '', said = ''] = fields
      open = { series, number, day, text: said, rows: [] }
      vouchers.push(open)
    } else if (label === '#TRANS') {
      const [account = '', objects, amount = ''] = fields
      if (!open || objects !== '{}' || !/^-?\d+\.\d\d$/.test(amount))
        throw new Error(`a row that cannot be read: ${line}`)
      open.rows.push({ account, ore: Number(amount.replace('.', '')) })
    } else if (label.startsWith('#')) labels.set(label, fields)
    else throw new Error(`a line that cannot be read: ${line}`)
  }
  return { labels, vouchers }
}

function letterOf(byte: number): string {
  const letter = byte < 0x80 ? String.fromCharCode(byte) : letters[byte]
  if (letter === undefined) throw new Error(`a letter that cannot be read: ${byte}`)
  return letter
}

/** Splits a line into fields: bare words, or quoted with backslash escapes. */
const fieldsOf = (line: string) =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  )

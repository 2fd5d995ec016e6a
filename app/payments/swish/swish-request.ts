import type { Ore } from '~/shared/money'

/**
 * The state machine of a Swish request. `asked`: sent, but not confirmed by Swish. `waiting`: in the payer's phone.
 * `unknown`: the payer's time is over and Swish has not reported the end; another request may be opened. The others are
 * final.
 */
export type SwishState = 'asked' | 'waiting' | 'unknown' | SwishEnd | 'paid'
export type SwishEnd = 'declined' | 'cancelled' | 'failed' | 'lapsed'

/** The payer's time. Swish itself allows three minutes. */
export const PAYER_HAS_MS = 4 * 60_000
/** After this Swish will not report the end any more. */
const SWISH_HAS_MS = 24 * 3_600_000
/** The delay of the first poll: longer than we wait for the answer to the request itself. */
export const FIRST_LOOK_MS = 15_000
/** A request that timed out on our side may still reach Swish within this time. */
const UNDER_WAY_MS = 60_000

/** Poll interval: two seconds while the payer may be watching the page, then back-off up to an hour. */
export function nextLookMs(ageMs: number): number {
  return ageMs < PAYER_HAS_MS ? 2_000 : Math.min(ageMs / 4, 3_600_000)
}

type Asked = {
  id: string
  state: SwishState
  amount: Ore
  payee: string
  payer: string | null
  reference: string
  ageMs: number
}

/** The part of Swish's answer that the rules need; the port defines all of it. */
export type Answered = {
  id: string
  state: 'waiting' | 'paid' | Exclude<SwishEnd, 'lapsed'>
  code: string | null
  amount: Ore | null
  currency: string
  payee: string
  payer: string | null
  reference: string
}

export type Verdict =
  | { becomes: 'asked' | 'waiting' | 'unknown' }
  | { becomes: 'paid'; wrong: string | null }
  | { becomes: SwishEnd; code: string | null; note: string | null }

/**
 * Compares the answer of Swish with what was asked for. `silent`: Swish did not answer; null: Swish does not know the
 * request.
 */
export function verdictOn(asked: Asked, facts: Answered | null | 'silent'): Verdict {
  const { state, ageMs, reference } = asked
  const said = facts === 'silent' ? null : facts
  if (said?.state === 'paid') return { becomes: 'paid', wrong: whatIsWrong(asked, said) }
  if (said && said.state !== 'waiting') {
    const note = said.code === bankIsSilent ? `${reference}: banken svarade inte. Pengarna kan ha gått.` : null
    return { becomes: said.state, code: said.code, note }
  }
  // The request never reached Swish, so nobody can have paid it.
  if (facts === null && state === 'asked' && ageMs > UNDER_WAY_MS) {
    return { becomes: 'failed', code: 'NOT TAKEN', note: null }
  }
  if (ageMs > SWISH_HAS_MS) {
    return { becomes: 'lapsed', code: null, note: `${reference}: Swish sa aldrig hur det gick. Titta hos banken.` }
  }
  if (ageMs > PAYER_HAS_MS) return { becomes: 'unknown' }
  return { becomes: said ? 'waiting' : state === 'asked' ? 'asked' : 'waiting' }
}

/** What differs from what was asked for, in words for an administrator; null if everything fits. */
function whatIsWrong(asked: Asked, facts: Answered): string | null {
  if (facts.id !== asked.id) return 'svaret gäller en annan betalning'
  if (facts.currency !== 'SEK') return `betald i ${facts.currency || 'okänd valuta'}, inte i kronor`
  if (facts.amount !== asked.amount) return `${facts.amount ?? 'okänt antal'} öre betalda, ${asked.amount} öre begärda`
  if (facts.payee !== asked.payee) return 'betald till ett annat nummer än vårt'
  if (facts.reference !== asked.reference) return 'betald med en annan referens'
  if (asked.payer !== null && facts.payer !== asked.payer) return 'betald från ett annat nummer än det som frågades'
  return null
}

/** Swish timed out waiting for the bank, and does not know the result itself. */
const bankIsSilent = 'DS24'

const nothingDrawn = 'Inga pengar är dragna.'
const refusals = new Map<string, string>([
  ['NOT TAKEN', `Swish tog inte emot betalningen. ${nothingDrawn} Försök igen.`],
  [bankIsSilent, 'Din bank svarade inte i tid. Titta i din bank om pengarna är dragna innan du betalar igen.'],
  ['ACMT03', `Numret är inte anslutet till Swish. ${nothingDrawn} Kontrollera numret.`],
  ['BE18', `Numret går inte att använda i Swish. ${nothingDrawn} Kontrollera numret.`],
  ['RP06', 'Det väntar redan en annan betalning i din Swish. Svara på den först, och försök sedan igen.'],
  [
    'RF07',
    `Din bank sa nej. ${nothingDrawn} Det kan vara för lite på kontot, eller en gräns för hur mycket du får swisha.`,
  ],
  ['TM01', `Tiden gick ut innan du hade godkänt i Swish. ${nothingDrawn} Försök igen.`],
  ['BANKIDCL', `Du avbröt i BankID. ${nothingDrawn}`],
  ['BANKIDONGOING', `BankID är upptaget med något annat. ${nothingDrawn} Avsluta det och försök igen.`],
  ['BANKIDUNKN', `BankID kunde inte öppnas. ${nothingDrawn} Försök igen.`],
  ['VR01', `Du är för ung för den här betalningen i Swish. ${nothingDrawn}`],
  ['VR02', `Ditt Swish får inte betala det här. ${nothingDrawn} Fråga din bank.`],
])

/** Why a payment ended, in words for the payer. */
export function wordsOfEnd(state: SwishEnd, code: string | null): string {
  const known = code === null ? undefined : refusals.get(code)
  if (known) return known
  if (state === 'declined') return `Du sa nej i Swish. ${nothingDrawn}`
  if (state === 'cancelled') return `Betalningen avbröts. ${nothingDrawn}`
  if (state === 'lapsed')
    return 'Swish sa aldrig hur det gick. Titta i din Swish om pengarna är dragna innan du betalar igen.'
  return `Swish kunde inte ta emot betalningen. ${nothingDrawn} Försök igen om en stund, eller betala på ett annat sätt.`
}

/** A phone number in Swish's format: digits only, with the country code. */
export const asPayer = (phone: string) => phone.replace(/^\+/, '')

/**
 * The content of the QR code, and the link that opens the app on the same phone (developer.getswish.se, guide to QR
 * codes and app switching).
 */
export const swishTokenCode = (token: string) => `D${token}`
export const swishTokenLink = (token: string, backTo: string) =>
  `swish://paymentrequest?${new URLSearchParams({ token, callbackurl: backTo })}`

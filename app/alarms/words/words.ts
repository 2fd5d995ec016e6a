import { formatPostcode } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { EMERGENCY_NUMBER, PRODUCT_NAME } from '~/shared/product'
import { shortened } from '~/shared/text'
import type { DeliveryKind, Origin, RecipientRole } from '../alarm'
import { splitPlace } from '../raise/where/place'
import { whoComeToo } from './names'

/** `message`: the words of the first press. `newest`: those of the newest press, if the member has pressed again. */
type Reporter = { name: string; phone: string | null; message: string; newest: string | null; hasHome: boolean }

/** The state of things from which a message is written, at the time it is sent. */
export type Matter = {
  kind: DeliveryKind
  role: RecipientRole
  round: number
  isTest: boolean
  /** The member hides and must not be rung (docs/decisions/0151). */
  isHiding: boolean
  origin: Origin
  postcode: string
  /** The taker, also after the end: "Söderort Trygghet (Ali)", and "Ali" for colleagues. */
  takerName: string | null
  takerFirstName: string | null
  /** The recipient has the alarm. */
  isTaker: boolean
  /** A colleague of the recipient has it. */
  isColleagues: boolean
  /** First names of those who come too. */
  companions: readonly string[]
  isOver: boolean
  /** The alarm is out again: it was taken, or had ended, since it was raised. */
  isOutAgain: boolean
  /** The word that an SMS in answer must carry (reply.ts). Null if there is none: the link is then the only way. */
  word: string | null
  /** The page to open: the personal link for partners and the circle, a page behind the login for the others. */
  url: string
  /** The member's first name, for the circle. */
  memberName: string | null
  /** Only set for the taker. */
  reporter: Reporter | null
}

export type Words = {
  sms: string
  /** Shown on a locked screen: no names, no words of the member. */
  push: { title: string; body: string }
  mail: { subject: string; paragraphs: string[]; label: string }
}

/** `quiet` replaces the text on a locked screen, where the text names somebody. */
type Said = { title: string; text: string; quiet?: string; label: string }

/** The first word of a test says so, on every channel. */
const marked = (text: string, isTest: boolean) => (isTest ? `TEST, inget larm: ${text}` : text)

export function wordsFor(matter: Matter): Words {
  const said = sayIt(matter)
  const { title, quiet, label } = said
  const text = said.text + hiding(matter)
  const link = matter.kind === 'nobody' ? '' : ` ${matter.url}`
  return {
    sms: marked(`${text}${replies(matter)}${link}`, matter.isTest),
    push: { title: marked(title, matter.isTest), body: quiet === undefined ? text : quiet + hiding(matter) },
    mail: { subject: marked(title, matter.isTest), paragraphs: [marked(text, matter.isTest)], label },
  }
}

/** Kinds of message to people who might ring the member, or are on the way there. */
const rings: Record<DeliveryKind, boolean> = {
  call: true,
  update: true,
  details: true,
  late: true,
  joined: true,
  taken: false,
  overtaken: false,
  released: false,
  safe: false,
  closed: false,
  nobody: false,
}

/** The circle gets its own wording for this. */
const hiding = ({ kind, role, isHiding }: Matter) =>
  isHiding && rings[kind] && role !== 'circle' ? ' RING INTE: gömmer sig.' : ''

/** The text of several calls to one phone merged into one SMS: how many, where, and the link to the newest. */
export function wordsForMany(
  matters: readonly Pick<Matter, 'postcode' | 'isTest' | 'isHiding'>[],
  url: string,
  word: string | null,
): string {
  const areas = [...new Set(matters.map(({ postcode }) => formatPostcode(postcode)))].sort()
  const where = areas.length > mostAreas ? `${areas.slice(0, mostAreas).join(', ')} m.fl.` : areas.join(', ')
  const answer = word ? ` Svara JA ${word} så tar du det senaste.` : ''
  const silent = matters.some(({ isHiding }) => isHiding) ? ' RING INTE: någon gömmer sig.' : ''
  const text = `${matters.length} LARM väntar på svar: ${where}. ${PRODUCT_NAME}.${silent}${answer} ${url}`
  return marked(
    text,
    matters.every(({ isTest }) => isTest),
  )
}

/** An alarm that was not raised by a press says so in its first words, in the SMS and on its page. */
export const LATE_HOME = 'Följ mig hem: har inte kommit hem'

/** Limit that keeps the text within one SMS. */
const mostAreas = 3

/** Messages that can be answered by SMS. */
export const carriesWord = (matter: Pick<Matter, 'kind' | 'role' | 'isTaker' | 'isColleagues' | 'isOver'>) =>
  (matter.kind === 'call' ||
    (matter.isTaker && (matter.kind === 'details' || matter.kind === 'update')) ||
    offersColleague(matter)) &&
  (matter.role === 'partner' || matter.role === 'neighbour')

/** The recipient may say that they come too, or take the alarm over. */
const offersColleague = ({ kind, isColleagues, isOver }: Pick<Matter, 'kind' | 'isColleagues' | 'isOver'>) =>
  (kind === 'taken' || kind === 'overtaken') && isColleagues && !isOver

function replies(matter: Matter): string {
  const { kind, word } = matter
  if (!word || !carriesWord(matter)) return ''
  if (offersColleague(matter)) return ` Svara OCKSÅ ${word} om du kommer också, ÖVER ${word} om du tar över.`
  if (kind === 'update') return ` Svara JA ${word} om du är kvar, annars larmas alla.`
  if (kind === 'details') return ` Svara FRAMME ${word} när du är där och KLAR ${word} när det är över.`
  return ` Svara JA ${word} om du kommer, NEJ ${word} om du inte kan.`
}

function sayIt(matter: Matter): Said {
  if (matter.role === 'circle') return sayToCircle(matter)
  return say[matter.kind](matter, formatPostcode(matter.postcode))
}

/** For the circle, who can take nothing: who it is, and whether anybody comes. Never where, nor what was written. */
function sayToCircle({ kind, round, origin, isHiding, memberName, takerName }: Matter): Said {
  const who = memberName ?? 'Någon som du följer'
  const raised = origin === 'walk' ? `${who} har inte kommit hem i tid, och larmet har gått` : `${who} har larmat`
  const hides = isHiding ? ` Ring inte ${who}, som gömmer sig.` : ''
  const label = 'Se hur det går'
  if (kind === 'taken') {
    const text = `${raised}. ${takerName ?? 'Någon'} har tagit larmet.${hides}`
    return { title: 'Larmet som du följer är taget', text, quiet: 'Öppna för att se hur det går.', label }
  }
  if (kind === 'closed') {
    const text = `Larmet från ${who} är över.`
    return { title: 'Larmet som du följer är över', text, quiet: 'Öppna för att se hur det gick.', label }
  }
  const still = round > 1 ? 'Ingen har tagit larmet just nu' : 'Ingen har tagit larmet än'
  return {
    title: 'Någon som du följer har larmat',
    text: `${raised}. ${still}. Ring ${EMERGENCY_NUMBER} om du tror att det är fara.${hides} ${PRODUCT_NAME}.`,
    quiet: 'Öppna för att se hur det går.',
    label,
  }
}

const say: Record<DeliveryKind, (matter: Matter, area: string) => Said> = {
  call({ role, round, origin, isOutAgain }, area) {
    if (role === 'operator') {
      return {
        title: `Larm i ${area} utan svar`,
        text: `Ett larm i ${area} har inte tagits av någon.`,
        label: 'Öppna larmet',
      }
    }
    // Whoever was told that it was taken or over must hear that it is not so any more.
    const again = isOutAgain ? 'Ute igen: ' : round > 1 ? 'Väntar ännu på svar: ' : ''
    const near = role === 'neighbour' ? 'grannkvarteret ' : ''
    const why = origin === 'walk' ? ` ${LATE_HOME}.` : ''
    return {
      title: `${again}Larm i ${near}${area}`,
      text: `${again}LARM i ${near}${area}, ${PRODUCT_NAME}.${why}`,
      label: 'Ta larmet',
    }
  },
  update: (_, area) => ({
    title: `Nytt larm från samma person i ${area}`,
    text: `Den som larmade i ${area} har larmat igen.`,
    label: 'Öppna larmet',
  }),
  taken({ role, takerName, takerFirstName, isColleagues, isOver }, area) {
    if (isOver) return over(area)
    if (role === 'member') {
      return {
        title: 'Ditt larm är mottaget',
        text: `${takerName ?? 'Någon'} har tagit ditt larm.`,
        quiet: 'Öppna för att se vem som har tagit det.',
        label: 'Följ larmet',
      }
    }
    const text = isColleagues
      ? `${takerFirstName ?? 'En kollega'} har larmet i ${area}.`
      : `Larmet i ${area} är taget av ${takerName ?? 'någon annan'}.`
    return {
      title: `Larmet i ${area} är taget`,
      text: `${text} Du behöver inte åka.`,
      quiet: 'Du behöver inte åka.',
      label: 'Öppna larmet',
    }
  },
  overtaken({ takerFirstName, isOver }, area) {
    if (isOver) return over(area)
    return {
      title: `Larmet i ${area} är inte längre ditt`,
      text: `${takerFirstName ?? 'En kollega'} har tagit över larmet i ${area}. Du har det inte längre.`,
      quiet: 'En kollega har tagit över det.',
      label: 'Öppna larmet',
    }
  },
  joined: ({ companions }, area) => ({
    title: `En kollega kommer också till larmet i ${area}`,
    text: `${whoComeToo(companions)} till larmet i ${area}.`,
    quiet: 'Öppna för att se vem.',
    label: 'Öppna larmet',
  }),
  released: (_, area) => ({
    title: `Larmet i ${area} är inte längre ditt`,
    text: `Larmet i ${area} är inte längre ditt. Det går nu till alla igen.`,
    label: 'Öppna larmet',
  }),
  safe: (_, area) => ({
    title: `Den som larmade i ${area} säger sig vara trygg`,
    text: `Den som larmade i ${area} säger sig vara trygg. Se efter om du är nära, och avsluta sedan larmet.`,
    label: 'Öppna larmet',
  }),
  closed: (_, area) => over(area),
  nobody: () => ({
    title: 'Ingen har svarat än – ring 112',
    text: 'Ingen har bekräftat ditt larm än. Ring 112 om du är i fara. Vi fortsätter att larma.',
    label: 'Följ larmet',
  }),
  details({ reporter, companions }, area) {
    const phone = reporter?.phone ? `, ${formatPhone(reporter.phone)}` : ''
    const from = reporter ? ` ${reporter.name}${phone}: ${wordsOf(reporter)}` : ''
    const title = `Du har larmet i ${area}`
    // The address and door code are never sent in a message; the link leads to them.
    const door = reporter?.hasHome ? ' Adress och portkod står på sidan.' : ''
    const too = companions.length > 0 ? ` ${whoComeToo(companions)}.` : ''
    return {
      title,
      text: `${title}.${from}${door}${too}`,
      quiet: 'Öppna för att se vem som behöver dig.',
      label: 'Öppna larmet',
    }
  },
  late: (_, area) => ({
    title: `Larmet i ${area} behöver dig`,
    text: `Larmet i ${area} har stått stilla. Hör efter hur det går.`,
    label: 'Öppna larmet',
  }),
}

const over = (area: string): Said => ({
  title: `Larmet i ${area} är över`,
  text: `Larmet i ${area} är över. Du behöver inte åka.`,
  label: 'Öppna larmet',
})

/** Limits the SMS to two parts; the rest is on the page. */
const mostCharacters = 160
const mostOfPlace = 80
/** Kept free for the first words, if they are that long. */
const leastOfFirst = 50

/** The newest words first, as they are what is true now; then the first ones, and where. */
function wordsOf({ message, newest }: Reporter): string {
  const first = splitPlace(message)
  const last = splitPlace(newest ?? message)
  const where = last.place || first.place
  const place = where ? ` ${asSentence(where, mostOfPlace)}` : ''
  const room = mostCharacters - place.length
  if (newest === null) return asSentence(first.words, room) + place
  const again = ' Först: '
  const least = Math.min(first.words.length + 1, leastOfFirst)
  const now = asSentence(last.words, room - again.length - least)
  return now + again + asSentence(first.words, room - again.length - now.length) + place
}

function asSentence(message: string, most: number): string {
  const line = shortened(message.replace(/\s+/g, ' '), most)
  return /[.!?…]$/.test(line) ? line : `${line}.`
}

import { untilAnswered } from '~/live/browser-database'
import { newKey } from '~/live/new-key'
import { formatMoment } from '~/shared/time'
import { sentNoticeFor } from '../raise/raise-words'
import { whereIn } from '../raise/where/place'
import { confirmed } from './kept/confirmed'
import { readDraft, writeDraft } from './kept/drafts'
import { dropKept, type KeptAlarm, readKept, readMember, wasLeft } from './kept/kept-alarms'
import { isFresh, sortKept } from './kept/kept-order'
import { openSaving } from './kept/saving'
import { pauseBefore, type Sending, sendAlarm } from './send-kept'

/* The script of the offline page, which the service worker shows when no page can be loaded. Plain script without a
   framework, since no other file is available. Keeps an alarm and retries sending it; says 'skickat' only when the
   server has answered. */
const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind
const show = (...shown: ('asks' | 'writes' | 'waits' | 'sent')[]) => {
  for (const each of ['asks', 'writes', 'waits', 'sent'] as const) element(each).hidden = !shown.includes(each)
}
const say = (text: string) => {
  element('state').textContent = text
}

let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** The member remembered here. If null, the alarm is sent for whoever is logged in when there is a line. */
let memberId: string | null = null
/** `kept` is the alarm being sent; `asked` is one too old to be sent without asking. */
let kept: KeptAlarm | null = null
let asked: KeptAlarm | null = null
let busy = false
const saving = openSaving((alarm, isSaved) => {
  if (kept?.key === alarm.key) element('unsaved').hidden = isSaved
})

const form = element<HTMLFormElement>('form')
const alarmPath = new URL(form.action).pathname

async function begin() {
  // The alarm was already sent from the page that led here, so nobody has to press twice.
  if (form.querySelector('[data-pressed]')) {
    memberId = await readMember().catch(() => null)
    return keep()
  }
  const isRead = await takeUp().then(
    () => true,
    () => false,
  )
  if (isRead) return
  // The alarm's form does not wait for a store that hangs.
  if (location.pathname === alarmPath) show('writes')
  const isForThem = await untilAnswered(takeUp, () => false)
  // Nor is it left on a phone whose member has logged out, unless somebody has begun to write. A store that is barred
  // (undefined) says nothing of a member, and the form stays.
  if (isForThem === false && element<HTMLTextAreaElement>('message').value === '') show()
}

/**
 * Reads from the phone's store who the member is, and goes on with what they keep or write. False if the form is not
 * for whoever has the phone now.
 */
async function takeUp(): Promise<boolean> {
  memberId = await readMember()
  if (await goOn()) return true
  const isForThem = await isForMember()
  if (isForThem) writeOn()
  return isForThem
}

/** Fills in the draft that was being written when the alarm's own page was lost. */
function writeOn() {
  show('writes')
  const field = element<HTMLTextAreaElement>('message')
  if (memberId !== null && field.value === '') field.value = readDraft(memberId)
}

/**
 * Whether to offer the form. Only members raise alarms: on other addresses than the alarm's, only if a member has been
 * logged in here; after a logout never, since the next person to log in may be another.
 */
async function isForMember(): Promise<boolean> {
  return memberId !== null || (location.pathname === alarmPath && !(await wasLeft()))
}

/** Goes on with this member's next kept alarm. True if there was one, or if one is already being sent. */
async function goOn(): Promise<boolean> {
  const { toSend, toAsk } = sortKept(await readKept(), memberId, Date.now())
  // One was pressed while the store hung: it is on its way or has arrived, and that stays shown.
  if (kept || !element('sent').hidden) return true
  if (toSend[0]) wait(toSend[0])
  else if (toAsk[0]) ask(toAsk[0])
  return toSend.length + toAsk.length > 0
}

// Always prevents the native submission, which would lose the alarm.
form.onsubmit = (event) => {
  event.preventDefault()
  void keep()
}

async function keep() {
  const message = element<HTMLTextAreaElement>('message').value.trim()
  if (message === '') return refuse('Meddelande saknas. Beskriv vad som hänt.')
  // A second press while the first is being stored is the same alarm.
  if (kept) return
  element<HTMLTextAreaElement>('message').value = ''
  if (memberId !== null) writeDraft(memberId, '')
  const alarm: KeptAlarm = {
    key: given('key') ?? newKey(),
    memberId,
    message,
    position: null,
    where: whereSaid(),
    isTest: given('test') !== undefined,
    writtenAt: Date.now(),
  }
  wait(alarm)
  await saving.save(alarm)
}

function whereSaid() {
  const said = new FormData(form)
  return whereIn((name) => said.get(name))
}

/** The server's fault page carries the key of the press that failed, so sending again gives the same alarm. */
const given = (name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value

/** Loads the page by GET: `reload()` may resubmit a form, and an address that differs only in its # loads nothing. */
const fetchAnew = () => location.replace(location.pathname)

function refuse(text: string) {
  const wrong = element('wrong')
  wrong.hidden = false
  wrong.textContent = text
  element('message').setAttribute('aria-invalid', 'true')
  element('message').focus()
}

/** Shows the form as well, as the member may need help with something else now. */
function ask(alarm: KeptAlarm) {
  asked = alarm
  element('written').textContent = formatMoment(new Date(alarm.writtenAt))
  element('old').textContent = alarm.message
  show('asks', 'writes')
}

function wait(alarm: KeptAlarm) {
  kept = alarm
  element('text').textContent = alarm.message
  element('unsaved').hidden = saving.isSaved(alarm)
  show('waits')
  void attempt()
}

async function attempt() {
  if (busy || !kept) return
  clearTimeout(timer)
  if (!isFresh(kept, Date.now())) {
    ask(kept)
    kept = null
    return
  }
  busy = true
  saving.saveIfUnsaved(kept)
  say('Skickar larm...')
  const alarm = kept
  const sending = await sendAlarm(alarm)
  busy = false
  if (kept === alarm) return hear(sending)
  // Another alarm was started meanwhile, so this answer is not about the current one.
  if (sending.kind === 'sent') await dropKept(alarm.key).catch(() => {})
  await attempt()
}

async function letGo(alarm: KeptAlarm) {
  kept = null
  await dropKept(alarm.key).catch(() => {})
}

async function hear(sending: Sending) {
  if (!kept) return
  if (sending.kind === 'sent') {
    const { title, message } = sentNoticeFor({ isTest: kept.isTest, partners: sending.partners })
    await letGo(kept)
    element('line').hidden = true
    element('sent-heading').textContent = title
    element('told').textContent = message
    // Words that were being written when this one was found in a store that had hung are for a next alarm.
    return element<HTMLTextAreaElement>('message').value === '' ? show('sent') : show('sent', 'writes')
  }
  if (sending.kind === 'refused') {
    const { message } = kept
    await letGo(kept)
    show('writes')
    element<HTMLTextAreaElement>('message').value = message
    return refuse(`${sending.title}. ${sending.message}`)
  }
  if (sending.kind === 'not them') {
    const where = saving.isSaved(kept)
      ? 'Larmet ligger kvar i telefonen: logga in, så skickas det.'
      : 'Larmet är inte sparat.'
    say(`Du är inte inloggad längre. ${where} Ring 112 vid fara.`)
    return
  }
  const pause = pauseBefore(tries++, sending.because)
  const why = sending.because === 'no line' ? 'Ingen uppkoppling.' : 'Servern svarar inte.'
  say(`${why} Försöker igen om ${pause === 1 ? 'en sekund' : `${pause} sekunder`}. Ring 112 vid fara.`)
  timer = setTimeout(attempt, pause * 1000)
}

element('again').onclick = () => void attempt()
element('regret').onclick = async () => {
  if (busy || !kept) return
  clearTimeout(timer)
  const alarm = kept
  kept = null
  if (await saving.drop(alarm)) return fetchAnew()
  kept = alarm
  say('Larmet kunde inte tas bort ännu. Tryck på Ångra larmet igen.')
}
element('confirm').onclick = () => {
  if (!asked || kept) return
  const alarm = confirmed(asked, Date.now())
  asked = null
  wait(alarm)
  void saving.save(alarm)
}
element('drop').onclick = async () => {
  if (!asked) return
  await dropKept(asked.key).catch(() => {})
  asked = null
  show('writes')
  await untilAnswered(goOn, () => false)
}
element<HTMLAnchorElement>('retry').href = location.pathname
window.addEventListener('online', () => {
  tries = 0
  element('line').textContent = 'Uppkopplingen är tillbaka.'
  if (kept) void attempt()
  // Nothing is written here yet, so load the page that was asked for.
  else if (element<HTMLTextAreaElement>('message').value === '') fetchAnew()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void attempt()
})
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (kept && data?.about === 'alarm' && data.key === kept.key) void hear(data.sending as Sending)
})
void begin()

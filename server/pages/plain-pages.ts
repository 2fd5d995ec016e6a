import { PRODUCT_NAME } from '~/shared/product'

/** Retry-After, in seconds. */
export const comeBackS = 5

/** Error pages for when React Router cannot draw any: no stylesheet, no script, one link. */
function plainPage(title: string, paragraphs: string[], back = { to: '/', text: 'Till startsidan' }): string {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('\n')
  return `<!doctype html><html lang="sv"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} – ${PRODUCT_NAME}</title></head><body><main><h1>${title}</h1>
${body}
<p><a href="${back.to}">${back.text}</a></p></main></body></html>`
}

/** Whether the page is one of these. */
export const isPlainPage = (html: string) => html.includes('</main>') && !/<(script|style|link)\b/.test(html)

export function faultPage(requestId: string): string {
  return plainPage('Något gick sönder hos oss', [
    'Det du gjorde kan ha blivit osparat. Vänta en minut och försök igen.',
    'Är det bråttom, eller är du i fara: ring <a href="tel:112">112</a>.',
    `Hör du av dig till oss, uppge gärna numret ${requestId}.`,
  ])
}

/** If the connection breaks during the commit, nobody knows whether it was made, so the text is cautious. */
export function awayPage(): string {
  return plainPage('Vi kommer inte åt något just nu', [
    'Det du skickade är troligen inte sparat. Vänta en stund, se efter, och försök igen om det saknas; det brukar gå över av sig självt.',
    'Är du i fara: ring <a href="tel:112">112</a>.',
  ])
}

export function foreignPostPage(): string {
  return plainPage('Det här kom från en annan webbplats', [
    'Vi tar bara emot formulär från våra egna sidor, så inget har ändrats.',
    'Ville du något hos oss: öppna sidan härifrån och försök igen.',
  ])
}

export function nowherePage(): string {
  return plainPage('Sidan finns inte', ['Adressen leder ingenstans hos oss. Den kan vara felskriven.'])
}

export function unreadablePage(): string {
  return plainPage('Det gick inte att läsa', [
    'Det du skickade kom fram trasigt, så inget har sparats. Gå tillbaka och försök igen.',
    'Är du i fara: ring <a href="tel:112">112</a>.',
  ])
}

export function crowdedPage(): string {
  return plainPage('Väldigt många är här just nu', [
    'Det du skickade är inte sparat. Gå tillbaka och försök igen om en stund.',
    'Är du i fara: ring <a href="tel:112">112</a>.',
  ])
}

export function slowPage(): string {
  return plainPage('Det kom aldrig fram', [
    'Uppkopplingen var för långsam, så inget har sparats. Gå tillbaka och försök igen.',
    'Är du i fara: ring <a href="tel:112">112</a>.',
  ])
}

export function fullPage(): string {
  return plainPage('Vi kan inte ta emot det just nu', [
    'Det är nästan fullt hos oss, så bokningar, bilder och ändringar får vänta. Inget har sparats. Försök igen om en stund.',
    'Larm tar vi emot som vanligt. Är du i fara: ring <a href="tel:112">112</a>.',
  ])
}

export function tooLargePage(): string {
  return plainPage('Det var för mycket på en gång', [
    'Det du skickade var större än vi tar emot, så inget har sparats.',
    'Gå tillbaka, korta ner texten eller välj en mindre fil, och försök igen.',
  ])
}

export function tooLargePicturePage(): string {
  return plainPage(
    'Bilden är för stor',
    [
      'En bild får vara högst 5 MB, så inget har sparats.',
      'Förminska bilden, eller ta en skärmbild av den, och försök igen.',
    ],
    { to: '/dashboard/provider/company', text: 'Tillbaka till företaget' },
  )
}

import sharp, { type Sharp } from 'sharp'
import type { Log } from '~/platform/log.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { type Crop, cut } from './crop'
import { pictureKind } from './picture-kind'

const largestPictureBytes = 5_000_000
/** Decoded, this is 160 MB: the most that one picture may take. */
const mostPixels = 40_000_000

// One picture after the other, on one thread and without keeping any: what many uploads at once take is
// then what one takes. A picture is made in a tenth of a second, so the queue is short.
sharp.concurrency(1)
sharp.cache(false)
let last: Promise<unknown> = Promise.resolve()

function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const mine = last.then(work, work)
  last = mine.catch(() => {})
  return mine
}

export type Drawing<Drawn> = {
  crop: Crop
  /** Width by height of what is cut out. */
  ratio: number
  smallestSide: number
  /** The heading of a refusal: what was not saved. */
  failure: string
  /** Makes files of what was cut out, each with `asWebp`. */
  draw(cutOut: Sharp): Promise<Drawn>
}

export const notChosen = 'Välj en bild'

/** What a form sent as its picture; of one that sent several, the first. */
export async function sentPicture(form: FormData): Promise<Uint8Array> {
  const sent = form.get('picture')
  return sent instanceof Blob ? new Uint8Array(await sent.arrayBuffer()) : new Uint8Array()
}

/**
 * A part of a picture, drawn anew, so that nothing else of the file is kept: no position, no camera, no text, no
 * second file inside the first.
 */
export async function drawAnew<Drawn>(picture: Uint8Array, drawing: Drawing<Drawn>, log: Log): Promise<Outcome<Drawn>> {
  const refusePicture = (message: string) => refused(drawing.failure, { fields: { picture: message } })
  if (picture.length === 0) return refusePicture(notChosen)
  if (picture.length > largestPictureBytes) {
    return refusePicture('Bilden är större än 5 MB. Förminska den, eller ta en skärmbild av den.')
  }
  const kind = pictureKind(picture)
  if (kind === 'heic') {
    return refusePicture(
      'HEIC kan vi inte läsa än. På iPhone: Inställningar, Kamera, Format, Mest kompatibelt – eller mejla bilden till er själva, så blir den JPEG.',
    )
  }
  if (kind === 'unknown') return refusePicture('Filen är ingen bild som vi kan läsa. Välj en JPEG, PNG eller WebP.')
  return inTurn(async () => {
    try {
      const drawn = await cutAndDraw(picture, drawing)
      return typeof drawn === 'string' ? refusePicture(drawn) : accepted(drawn.files)
    } catch (error) {
      // The library tells a broken file from a fault of its own only in words, so the words are kept for us.
      log.info({ error: (error as Error).message }, 'a picture could not be read')
      return refusePicture('Bilden går inte att läsa: filen är trasig. Spara om den, eller välj en annan.')
    }
  })
}

async function cutAndDraw<Drawn>(picture: Uint8Array, { crop, ratio, smallestSide, draw }: Drawing<Drawn>) {
  // Broken data is refused; the small oddities that many cameras write are not.
  const image = (limitInputPixels: number | false) =>
    sharp(picture, { limitInputPixels, sequentialRead: true, failOn: 'error', animated: false })
  // Reads the header alone, which is how a picture can be too large without being unpacked.
  const header = await image(false).metadata()
  if (header.width * header.height > mostPixels) {
    return 'Bilden har fler än 40 miljoner bildpunkter. Förminska den och försök igen.'
  }
  const { width, height } = header.autoOrient
  if (Math.min(width, height) < smallestSide) {
    return `Bilden är för liten för att bli skarp. Den behöver minst ${smallestSide} × ${smallestSide} bildpunkter.`
  }
  const part = cut({ width, height }, crop, ratio)
  return { files: await draw(image(mostPixels).autoOrient().extract(part)) }
}

/** As the files are kept: in a size that is never blown up, without anything but the picture. */
export function asWebp(image: Sharp, width: number, height: number, quality: number): Promise<Buffer> {
  return image
    .resize(width, height, { withoutEnlargement: true })
    .webp({ quality, alphaQuality: 90 })
    .timeout({ seconds: 20 })
    .toBuffer()
}

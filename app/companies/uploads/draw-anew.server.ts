import sharp, { type Sharp } from 'sharp'
import type { Log } from '~/platform/log.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { type Crop, cut } from './crop'
import { pictureKind } from './picture-kind'

const largestPictureBytes = 5_000_000
/** Decoded, this is 160 MB: the most memory that one picture may take. */
const mostPixels = 40_000_000

// Pictures are processed one at a time, on one thread and without a cache, so that many concurrent uploads need no more
// memory than one. A picture takes a tenth of a second, so the queue stays short.
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
  /** Width divided by height. */
  ratio: number
  smallestSide: number
  /** The heading of a refusal: what was not saved. */
  failure: string
  /** Makes files of the part that was cut out, each with `asWebp`. */
  draw(cutOut: Sharp): Promise<Drawn>
}

export const notChosen = 'Välj en bild'

/** The uploaded picture of a form; the first one if there are several. */
export async function sentPicture(form: FormData): Promise<Uint8Array> {
  const sent = form.get('picture')
  return sent instanceof Blob ? new Uint8Array(await sent.arrayBuffer()) : new Uint8Array()
}

/**
 * Cuts out a part of a picture and re-encodes it, so that nothing else of the file survives: no EXIF (position,
 * camera), no texts, no second file hidden in the first.
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
      // The library tells a broken file from a fault of its own only by its message, so the message is logged.
      log.info({ error: (error as Error).message }, 'a picture could not be read')
      return refusePicture('Bilden går inte att läsa: filen är trasig. Spara om den, eller välj en annan.')
    }
  })
}

async function cutAndDraw<Drawn>(picture: Uint8Array, { crop, ratio, smallestSide, draw }: Drawing<Drawn>) {
  // `failOn: 'error'` refuses broken data, and accepts the small oddities (warnings) that many cameras write.
  const image = (limitInputPixels: number | false) =>
    sharp(picture, { limitInputPixels, sequentialRead: true, failOn: 'error', animated: false })
  // Reads the header only, so a decompression bomb is refused without being decoded.
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

/** Encodes a picture for storage: never enlarged, and without metadata. */
export function asWebp(image: Sharp, width: number, height: number, quality: number): Promise<Buffer> {
  return image
    .resize(width, height, { withoutEnlargement: true })
    .webp({ quality, alphaQuality: 90 })
    .timeout({ seconds: 20 })
    .toBuffer()
}

import sharp from 'sharp'
import type { Log } from '~/platform/log.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { type Crop, cropSquare } from './logo-crop'
import { pictureKind } from './picture-kind'

/** Sharp on a phone that shows 80 points at three pixels each, with room for the profile page. */
const logoSide = 512
const smallestSide = 64
export const largestPictureBytes = 5_000_000
/** Decoded, this is 160 MB: the most that one picture may take. */
const mostPixels = 40_000_000

// One picture after the other, on one thread and without keeping any: what many uploads at once take is
// then what one takes. A logo is made in a tenth of a second, so the queue is short.
sharp.concurrency(1)
sharp.cache(false)
let last: Promise<unknown> = Promise.resolve()

function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const mine = last.then(work, work)
  last = mine.catch(() => {})
  return mine
}

export const logoFailure = 'Logotypen är inte sparad'

const refusePicture = (message: string) => refused(logoFailure, { fields: { picture: message } })

/**
 * A square WebP of 512 pixels, drawn anew from the picture, so that nothing else of the file is kept: no
 * position, no camera, no text, no second file inside the first.
 */
export async function makeLogo(picture: Uint8Array, crop: Crop, log: Log): Promise<Outcome<Uint8Array>> {
  if (picture.length === 0) return refusePicture('Välj en bild')
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
  return inTurn(() => draw(picture, crop, log))
}

async function draw(picture: Uint8Array, crop: Crop, log: Log): Promise<Outcome<Uint8Array>> {
  // Broken data is refused; the small oddities that many cameras write are not.
  const image = (limitInputPixels: number | false) =>
    sharp(picture, { limitInputPixels, sequentialRead: true, failOn: 'error', animated: false })
  try {
    // Reads the header alone, which is how a picture can be too large without being unpacked.
    const header = await image(false).metadata()
    if (header.width * header.height > mostPixels) {
      return refusePicture('Bilden har fler än 40 miljoner bildpunkter. Förminska den och försök igen.')
    }
    const { width, height } = header.autoOrient
    if (Math.min(width, height) < smallestSide) {
      return refusePicture(
        `Bilden är för liten för att bli skarp. Den behöver minst ${smallestSide} × ${smallestSide} bildpunkter.`,
      )
    }
    const { left, top, side } = cropSquare({ width, height }, crop)
    const drawn = await image(mostPixels)
      .autoOrient()
      .extract({ left, top, width: side, height: side })
      .resize(logoSide, logoSide, { withoutEnlargement: true })
      .webp({ quality: 86, alphaQuality: 90 })
      .timeout({ seconds: 20 })
      .toBuffer()
    return accepted(drawn)
  } catch (error) {
    // The library tells a broken file from a fault of its own only in words, so the words are kept for us.
    log.info({ error: (error as Error).message }, 'a picture could not be read')
    return refusePicture('Bilden går inte att läsa: filen är trasig. Spara om den, eller välj en annan.')
  }
}

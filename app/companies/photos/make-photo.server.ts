import sharp from 'sharp'
import type { Log } from '~/platform/log.server'
import type { Outcome } from '~/shared/outcome'
import type { Crop } from '../uploads/crop'
import { asWebp, drawAnew } from '../uploads/draw-anew.server'
import { cardSize, photoRatio, photoSize } from './photo'

export const photoFailure = 'Bilden är inte sparad'

/** A smaller picture would be blurred at the full width of a phone. */
const smallestSide = 300

/** Makes two WebP files: for the page, and smaller for cards. Transparent parts become white, in both themes. */
export function makePhoto(
  picture: Uint8Array,
  crop: Crop,
  log: Log,
): Promise<Outcome<{ page: Uint8Array; card: Uint8Array }>> {
  return drawAnew(
    picture,
    {
      crop,
      ratio: photoRatio,
      smallestSide,
      failure: photoFailure,
      async draw(part) {
        const page = await asWebp(part.flatten({ background: '#fff' }), photoSize.width, photoSize.height, 80)
        // Made from the page's file, so that the upload is decoded once only.
        return { page, card: await asWebp(sharp(page), cardSize.width, cardSize.height, 80) }
      },
    },
    log,
  )
}

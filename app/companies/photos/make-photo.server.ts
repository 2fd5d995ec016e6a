import sharp from 'sharp'
import type { Log } from '~/platform/log.server'
import type { Outcome } from '~/shared/outcome'
import type { Crop } from '../uploads/crop'
import { asWebp, drawAnew } from '../uploads/draw-anew.server'
import { cardSize, photoRatio, photoSize } from './photo'

export const photoFailure = 'Bilden är inte sparad'

/** Less is a blur across a phone. */
const smallestSide = 300

/** The picture as it is shown on a page, and smaller for cards; both WebP. What was transparent is white in both themes. */
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
        // From the drawn one: what was sent is unpacked once.
        return { page, card: await asWebp(sharp(page), cardSize.width, cardSize.height, 80) }
      },
    },
    log,
  )
}

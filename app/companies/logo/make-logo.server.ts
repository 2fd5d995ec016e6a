import type { Log } from '~/platform/log.server'
import type { Outcome } from '~/shared/outcome'
import type { Crop } from '../uploads/crop'
import { asWebp, drawAnew } from '../uploads/draw-anew.server'

/** Sharp at 80 CSS pixels on a display of 3x, with room for the profile page. */
const logoSide = 512

export const logoFailure = 'Logotypen är inte sparad'

/** Makes a square WebP of 512 pixels. */
export function makeLogo(picture: Uint8Array, crop: Crop, log: Log): Promise<Outcome<Uint8Array>> {
  return drawAnew(
    picture,
    {
      crop,
      ratio: 1,
      smallestSide: 64,
      failure: logoFailure,
      draw: (square) => asWebp(square, logoSide, logoSide, 86),
    },
    log,
  )
}

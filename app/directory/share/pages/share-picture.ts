import { orAnswer } from '~/door/answer.server'
import { houseContext } from '~/platform/http/contexts.server'
import { anId } from '~/shared/id'
import { notThere } from '~/shared/outcome'
import { readPicturedCompany } from '../../read-company-profile.server'
import { sharePictureOf } from '../draw-share-picture.server'
import { pictureVersion } from '../picture-version.server'
import type { Route } from './+types/share-picture'

const year = 31_536_000
const hour = 3_600

/**
 * A company's picture for shared links. The address contains its version: the current version is cached as immutable,
 * others for an hour.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = anId().safeParse(params.id)
  const company = orAnswer(id.success ? await readPicturedCompany(context.get(houseContext), id.data) : notThere)
  const isNewest = new URL(request.url).searchParams.get('v') === pictureVersion(company)
  const picture = await sharePictureOf(company)
  return new Response(new Uint8Array(picture), {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': isNewest ? `public, max-age=${year}, immutable` : `public, max-age=${hour}`,
    },
  })
}

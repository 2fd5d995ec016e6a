import { data } from 'react-router'
import { z } from 'zod'
import { houseContext } from '~/platform/house.server'
import { sharePictureOf } from '../draw-share-picture.server'
import { pictureVersion } from '../picture-version.server'
import { readPictured } from '../profile-store.server'
import type { Route } from './+types/share-picture'

const year = 31_536_000
const hour = 3_600

/** A company's picture for shared links. The page names the version it knows, and that one never changes. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = z.uuid().safeParse(params.id)
  const company = id.success ? await readPictured(context.get(houseContext).db, id.data) : undefined
  if (!company) throw data(null, 404)
  if (company.is_gone) throw data(null, 410)
  const isNewest = new URL(request.url).searchParams.get('v') === pictureVersion(company)
  const picture = await sharePictureOf(company)
  return new Response(new Uint8Array(picture), {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': isNewest ? `public, max-age=${year}, immutable` : `public, max-age=${hour}`,
    },
  })
}

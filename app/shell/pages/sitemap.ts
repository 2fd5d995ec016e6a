import { href } from 'react-router'
import { sitemap } from '~/door/seo'
import { houseContext } from '~/platform/http/contexts.server'
import { readOpenPostcodes } from '~/postcodes/public.server'
import type { Route } from './+types/sitemap'

const publicPages = [
  href('/'),
  href('/vad-konceptet-sparar'),
  href('/companies'),
  href('/security'),
  href('/svarstider'),
  href('/signup'),
  href('/auth'),
  href('/villkor'),
  href('/integritet'),
]

const mostAreas = 1_000

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(houseContext)
  const open = await readOpenPostcodes(db, null, mostAreas)
  const paths = [...publicPages, href('/status'), ...open.map(({ code }) => href('/svarstider/:code', { code }))]
  const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
  return new Response(sitemap(config.origin, paths), { headers })
}

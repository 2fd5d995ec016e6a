import { href } from 'react-router'
import { sitemap } from '~/door/seo'
import { houseContext } from '~/platform/http/contexts.server'
import type { Route } from './+types/sitemap'

const publicPages = [
  href('/'),
  href('/vad-konceptet-sparar'),
  href('/companies'),
  href('/security'),
  href('/signup'),
  href('/auth'),
  href('/villkor'),
  href('/integritet'),
]

export function loader({ context }: Route.LoaderArgs) {
  const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
  return new Response(sitemap(context.get(houseContext).config.origin, publicPages), { headers })
}

import { orNoFile } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { downloadOf } from '~/platform/http/download.server'
import { writeSie } from '../write-sie.server'
import type { Route } from './+types/sie-file'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { fileName, bytes } = orNoFile(writeSie(context.get(houseContext), signedIn, params.period))
  return downloadOf(bytes, { fileName, type: 'application/octet-stream' })
}

import { orNoFile } from '~/door/answer.server'
import { requireSignedIn } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { drawReceipt } from '../draw-receipt.server'
import { readReceiptFor } from '../read-receipt.server'
import type { Route } from './+types/receipt-pdf'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  const receipt = orNoFile(await readReceiptFor(context.get(houseContext), signedIn, params.number))
  return new Response(new Uint8Array(await drawReceipt(receipt)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${receipt.isCredit ? 'kreditkvitto' : 'kvitto'}-${receipt.number}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

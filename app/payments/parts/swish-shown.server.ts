import { formatSwish, type SwishPayment, swishCode, swishLink } from '~/platform/payments/swish'
import { drawQr } from '~/ui/marks/qr-picture'
import { formatSum } from '../charge'

export type SwishShown = ReturnType<typeof swishShown>

/** A payment by Swish as a page shows it: to scan, to open on the same phone, or to write in. Made on the server. */
export function swishShown(payment: SwishPayment) {
  return {
    number: formatSwish(payment.payee),
    sum: formatSum(payment.amount),
    message: payment.message,
    link: swishLink(payment),
    picture: drawQr(swishCode(payment)),
  }
}

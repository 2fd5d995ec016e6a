import { formatSwish, type SwishPayment, swishCode, swishLink } from '~/platform/payments/swish'
import { drawQr } from '~/ui/marks/qr-picture'
import { formatSum } from '../charge'

export type SwishShown = ReturnType<typeof swishShown>

/** A Swish payment as a page shows it. Made on the server, where the QR code is drawn. */
export function swishShown(payment: SwishPayment) {
  return {
    number: formatSwish(payment.payee),
    sum: formatSum(payment.amount),
    message: payment.message,
    link: swishLink(payment),
    picture: drawQr(swishCode(payment)),
  }
}

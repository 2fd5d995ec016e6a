/** Words for an administrator after booking payments: how many, and that receipts are on their way. */
export const bookedTitle = (booked: number) =>
  booked === 1 ? 'En betalning är bokförd' : `${booked} betalningar är bokförda`

export const lettersOf = (booked: number) =>
  booked === 1 ? 'Kvittot går iväg med mejl.' : 'Kvittona går iväg med mejl.'

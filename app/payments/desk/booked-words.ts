/** What is said when an administrator has booked payments: how many, and what their payers get. The letters wait in the outbox. */
export const bookedTitle = (booked: number) =>
  booked === 1 ? 'En betalning är bokförd' : `${booked} betalningar är bokförda`

export const lettersOf = (booked: number) =>
  booked === 1 ? 'Kvittot går iväg med mejl.' : 'Kvittona går iväg med mejl.'

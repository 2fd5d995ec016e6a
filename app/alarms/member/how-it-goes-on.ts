/** Once the member was told that nobody has answered everyone is called for an hour, and then by another press alone. */
export const howItGoesOn = (isCalling: boolean): string =>
  isCalling
    ? 'Vi fortsätter att larma.'
    : 'Vi larmar inte längre av oss själva. Larma igen här nedanför, så larmas alla på nytt.'

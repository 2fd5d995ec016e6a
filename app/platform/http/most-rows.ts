/** The largest number of rows in a downloaded list. */
export const mostRows = 20_000

const counted = new Intl.NumberFormat('sv-SE')
export const mostRowsWords = (most = mostRows) => `högst ${counted.format(most)} rader`
export const goesOn = (most: number) => `Listan fortsätter. Filen tar ${mostRowsWords(most)}, så gör ett mindre urval.`

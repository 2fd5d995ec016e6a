const oneDecimal = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A company's average as it is shown: "4,8". */
export const formatRating = (rating: number) => oneDecimal.format(rating)

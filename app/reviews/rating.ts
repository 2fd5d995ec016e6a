const oneDecimal = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A company's average rating as shown: "4,8". */
export const formatRating = (rating: number) => oneDecimal.format(rating)

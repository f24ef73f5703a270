/** Counting the deliveries of a webhook stops here: an index is read so far in some milliseconds. */
export const mostDeliveriesCounted = 100_000

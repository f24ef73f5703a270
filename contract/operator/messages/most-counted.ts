/** Counting the deliveries of a webhook stops here, because reading an index that far takes some milliseconds. */
export const mostDeliveriesCounted = 100_000

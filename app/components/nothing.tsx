/** The page of a URL that always leads on; it has one so that a failure on the way is shown as a page. */
export const Nothing = () => null

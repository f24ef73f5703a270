/**
 * The page of a URL that takes a form and always redirects. It shows nothing: Remix answers with a document, which a
 * parked form needs, only where a route has a page.
 */
export const ParkedForm = () => null

import { BackLink } from './back-link'

/** The link back from a page of the account help; the last thing on the page. */
export const BackToHelp = () => <BackLink path="/account-help" text="help.back" />

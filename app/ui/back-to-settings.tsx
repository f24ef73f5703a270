import { BackLink } from './back-link'

/** The link back from a settings page; the last thing on the page. */
export const BackToSettings = () => <BackLink path="/settings" text="settings.back" />

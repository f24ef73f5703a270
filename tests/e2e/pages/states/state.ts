import type { AppBrowser } from '#tests/e2e/pages/app-browser'

/** Leads a browser to a state of a page. */
export type Reach = (browser: AppBrowser) => unknown

/** The states of pages by the path where they end, each with its own name. */
export type States = Record<string, Record<string, Reach>>

import type { Visitor } from './steps/pages'

/** Presses a button of the page that is shown, by its text. */
export const press = ({ page, t }: Visitor, key: string, values: Record<string, string | number> = {}): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: t(key, values), exact: true })
    .click()

/** Follows a link of the page that is shown, or of the navigation of its organisation, by its text. */
export const follow = ({ page, t }: Visitor, key: string, values: Record<string, string> = {}): Promise<void> =>
  page
    .locator('main, .desk-nav')
    .getByRole('link', { name: t(key, values), exact: true })
    .click()

import type { Visitor } from './steps/pages'

/** Presses a button of the page that is shown, by its text. */
export const press = ({ page, t }: Visitor, key: string, values: Record<string, string | number> = {}): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: t(key, values), exact: true })
    .click()

/**
 * Follows a link of the page that is shown, or of the navigation of its organisation, by its text. On a small screen the
 * navigation is on the overview alone, one link away.
 */
export const follow = async ({ page, t }: Visitor, key: string, values: Record<string, string> = {}): Promise<void> => {
  const link = page.locator('main, .desk-nav').getByRole('link', { name: t(key, values), exact: true })
  const allPages = page.getByRole('link', { name: t('organisation.all_pages'), exact: true })
  await link.or(allPages).first().waitFor()
  if (!(await link.isVisible())) await allPages.click()
  await link.click()
}

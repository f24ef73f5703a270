import type { Page, Robot } from '../robot/robot'

/** The end of an application's request without a person: an address of the application, or a page. */
export type Led = { leadsTo: string } | { page: Page }

/** The maximum number of pages of a request. No flow has as many. */
const mostPages = 8

const isOffSite = (address: string, { url }: Page): boolean => new URL(address, url).origin !== new URL(url).origin

/** Continues on the shown page: proves the person by their password, or presses the first button. */
const goOn = async (robot: Robot, person: { identifier: string; password: string }): Promise<void> => {
  const { page } = robot
  const has = (...names: string[]) => page.forms.some((form) => names.every((name) => form.names.includes(name)))
  if (has('account', 'password')) await robot.send({ account: person.identifier, password: person.password })
  else if (has('password')) await robot.send({ password: person.password })
  else if (has('use_password')) await robot.send({}, { button: 'use_password' })
  else {
    const byPassword = page.links.find(({ to }) => /^\/login\/authorize\/[^/]+\/password/.test(to))
    await (byPassword ? robot.open(byPassword.to) : robot.send())
  }
}

/** Answers a request instead of a person: the real pages, one after the other, by a robot that stays on the site. */
export const walk = async (
  robot: Robot,
  address: string,
  person: { identifier: string; password: string },
): Promise<Led> => {
  await robot.open(address)
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { page } = robot
    if (page.leadsTo !== undefined) return { leadsTo: page.leadsTo }
    // An answer by form_post is a page with a form that leads to the application.
    const isAnswer = page.forms.some(({ action }) => action !== '' && isOffSite(action, page))
    if (isAnswer || page.status >= 400 || page.forms.length === 0) return { page }
    await goOn(robot, person)
  }
  return { page: robot.page }
}

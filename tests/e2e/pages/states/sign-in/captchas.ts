import { puzzlePool } from '#account-api/verification/captchas/pictures/puzzle-pool'
import type { Puzzle, Subtype } from '#account-api/verification/captchas/puzzle'
import { done } from '#contract/server'
import { captchaCodes } from '#contract/verification/captchas'
import { decision } from '#tests/app/step-up/challenges'
import type { AppBrowser } from '#tests/e2e/pages/app-browser'
import { credentials, day } from '#tests/e2e/pages/states/samples'
import type { Reach } from '#tests/e2e/pages/states/state'
import { given, opened, pressed, sent, signedInTo, walk } from '#tests/e2e/pages/states/steps'

const puzzles = puzzlePool()
const drawn = new Map<Subtype, Promise<Puzzle>>()

/** The same puzzle for every page of a process. */
const puzzleOf = (subtype: Subtype): Promise<Puzzle> => {
  const puzzle = drawn.get(subtype) ?? puzzles.draw(subtype)
  drawn.set(subtype, puzzle)
  return puzzle
}

/** What a call answers that a captcha of this subtype is before; the captcha itself is there to be shown. */
const asksForCaptcha = async (browser: AppBrowser, subtype: Subtype) => {
  const puzzle = await puzzleOf(subtype)
  const parts = { scene: puzzle.scene, ...(puzzle.subtype === 'slide' && { piece: puzzle.piece }) }
  const pictures = Object.entries(parts).map(([part, { width, height }]) => ({
    part: part as keyof typeof parts,
    width,
    height,
  }))
  const prompt = puzzle.subtype === '3d' ? puzzle.solution.wanted : {}
  const id = `challenge-of-${subtype}-0001`
  given({
    getCaptcha: done({ id, code: captchaCodes[subtype], subtype, prompt, pictures, expires_at: day, wait_seconds: 99 }),
    captchaPicture: ({ input }) => {
      const { bytes } = (input.part === 'piece' && parts.piece) || parts.scene
      return done({ media_type: 'image/png', bytes: new Uint8Array(bytes) })
    },
  })(browser)
  return decision(subtype)
}

/** A captcha is asked for at the sign-in. */
export const challenged =
  (subtype: Subtype): Reach =>
  async (browser) => {
    const accountLoginV2 = await asksForCaptcha(browser, subtype)
    await walk(opened('/login', { accountLoginV2 }), sent(credentials))(browser)
  }

/** A captcha is asked for when a code is sent again, at the page that the code is typed on. */
export const challengedAgain = (toTheCode: Reach): Reach =>
  walk(
    toTheCode,
    async (browser) => {
      const asked = await asksForCaptcha(browser, 'text')
      given({ sendCode: asked, sendEmailCode: asked, sendSecondCode: asked })(browser)
    },
    pressed('resend_code'),
  )

/** Another account API may require a captcha before it answers a page. Ours does not. */
export const challengedBefore: Reach = async (browser) => {
  const listActivity = (await asksForCaptcha(browser, 'text')) as never
  await signedInTo('/settings/activity', { listActivity })(browser)
}

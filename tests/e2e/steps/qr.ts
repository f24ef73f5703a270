import { execFileSync } from 'node:child_process'
import { expect, type Locator, test } from '@playwright/test'
import sharp from 'sharp'
import { open, send, type Visitor } from './pages'

/**
 * Reads a QR code as a screen shows it, with a decoder that knows nothing about our codes. It gets black and white: on a picture
 * as sharp as a screenshot, it stumbles over the grey edges of characters.
 */
export const readQrCode = async (shown: Locator): Promise<string> => {
  const file = test.info().outputPath('code.png')
  await sharp(await shown.screenshot())
    .greyscale()
    .threshold(128)
    .toFile(file)
  return execFileSync('zbarimg', ['--quiet', '--nodbus', '--raw', file]).toString().trim()
}

export const readPicture = ({ page, t }: Visitor): Promise<string> =>
  readQrCode(page.getByRole('img', { name: t('qr.code.picture') }))

/** The same of the code in blocks, which has its own dark ground, on a page large enough to draw it exactly. */
export const readText = async ({ page }: Visitor): Promise<string> => {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 800, height: 600 })
  await page.goto(`${new URL(page.url()).pathname}/text`)
  const text = await readQrCode(page.locator('pre'))
  if (size) await page.setViewportSize(size)
  return text
}

/** Shows a QR code, and answers the number that belongs to it. */
export const showCode = async (screen: Visitor, { next }: { next?: string } = {}): Promise<string> => {
  await open(screen, 'qrSignIn', next === undefined ? {} : { next })
  await send(screen, 'qrSignIn', {})
  return numberOn(screen)
}

export const numberOn = async ({ page }: Visitor): Promise<string> => {
  const text = await page.getByRole('status').last().textContent()
  return /\d\d/.exec(text ?? '')?.[0] ?? 'no number'
}

/** Chooses the number of the other screen. */
export const choose = async ({ page, t }: Visitor, number: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: t('qr.confirm.which') })).toBeVisible()
  await page.getByRole('button', { name: number, exact: true }).click()
}

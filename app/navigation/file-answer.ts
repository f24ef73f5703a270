import type { FileAnswer } from '../../contract/fields'

/**
 * Answers with the bytes of a file. Whatever a browser takes the file for, it runs nothing and loads nothing. A sound may
 * load itself: a browser plays it in a page that it makes for it, under this policy.
 */
export const fileAnswer = ({ media_type, bytes }: FileAnswer, { cacheControl }: { cacheControl: string }): Response => {
  const isSound = media_type.startsWith('audio/')
  const headers = {
    'content-type': media_type,
    'cache-control': cacheControl,
    'x-content-type-options': 'nosniff',
    'content-security-policy': isSound
      ? "default-src 'none'; media-src 'self'; sandbox allow-same-origin"
      : "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  }
  return new Response(new Uint8Array(bytes), { headers })
}

import type { FileAnswer } from '#contract/terms/fields'

/** The directives that a browser needs to show a kind of file: a drawing has its own styles. */
const needs: [kind: string, directives: string][] = [
  ['audio/', "media-src 'self'; sandbox allow-same-origin"],
  ['image/svg', "style-src 'unsafe-inline'; sandbox"],
]

/**
 * Answers with the bytes of a file. Whatever type a browser takes the file for, it runs nothing and loads nothing. A
 * sound may load itself: a browser plays it in its own page, under this policy.
 * @param name of the file, in browsers that save what they cannot show
 */
export const fileAnswer = (
  { media_type, bytes }: FileAnswer,
  { cacheControl, name }: { cacheControl: string; name?: string },
): Response => {
  const more = needs.find(([kind]) => media_type.startsWith(kind))?.[1] ?? ''
  const headers = {
    'content-type': media_type,
    'cache-control': cacheControl,
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; ${more || 'sandbox'}`,
    'cross-origin-resource-policy': 'same-origin',
    ...(name !== undefined && { 'content-disposition': `inline; filename="${name}"` }),
  }
  return new Response(new Uint8Array(bytes), { headers })
}

interface SavedFile {
  mediaType: string
  name: string
  cookies: readonly string[]
}

/** The headers of a file that a browser saves and no cache keeps. */
export const savedHeaders = ({ mediaType, name, cookies }: SavedFile): Headers => {
  const headers = new Headers({
    'content-type': `${mediaType}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { problem } from '~/navigation/problem'
import { logoNamed } from '~/runtime/brand.server'

// The operator's logo.
export const loader = async ({ params }: LoaderFunctionArgs) => {
  const logo = logoNamed(params.file)
  if (!logo) throw problem('not_found')
  const { mediaType, bytes } = logo
  // The content for a name never changes.
  return fileAnswer({ media_type: mediaType, bytes }, { cacheControl: 'public, max-age=31536000, immutable' })
}

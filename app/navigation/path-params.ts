import { problem } from './problem'

/** The values of a path's parameters, by name. */
export type PathParams = Readonly<Record<string, string>>

/** In percent-encoded characters: longer than any of our ids. The value is in a cookie's Path too. */
const valueMaxLength = 128

export const paramNames = (path: string): string[] =>
  path.split('/').flatMap((segment) => (segment.startsWith('$') ? [segment.slice(1)] : []))

/** Fills in a path's parameters. Each value is percent-encoded, so that it stays one segment. */
export const fillPath = (path: string, params: PathParams): string =>
  path
    .split('/')
    .map((segment) => (segment.startsWith('$') ? encodeURIComponent(paramOf(params, segment.slice(1))) : segment))
    .join('/')

/**
 * The values of these parameters in a request's URL. Throws the 404 page for an impossible value: a dot segment, which
 * a browser removes, or one that is too long.
 */
export const pickParams = (
  params: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): PathParams => {
  const picked = names.map((name) => [name, paramOf(params, name)] as const)
  for (const [, value] of picked)
    if (value === '.' || value === '..' || encodeURIComponent(value).length > valueMaxLength) throw problem('not_found')
  return Object.fromEntries(picked)
}

const paramOf = (params: Readonly<Record<string, string | undefined>>, name: string): string => {
  const value = params[name]
  if (value === undefined) throw new Error(`the page's URL has no parameter $${name}`)
  return value
}

/** The longest path that is equal to or above all of these paths, by whole segments. */
export const commonPath = (paths: readonly string[]): string => {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const differs = first.findIndex((segment, at) => others.some((other) => other[at] !== segment))
  return first.slice(0, differs < 0 ? undefined : differs).join('/') || '/'
}

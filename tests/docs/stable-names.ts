import { read } from './documents'

const lists = ['docs/integrators/stable-names.md', 'docs/integrators/stable-names-desk.md']

export const promise = `The names in ${lists.join(' and ')} are a promise to the tests of others.`

/** The rows of the lists: the address of a page, or `any form`, and the names in its forms. */
export const promised = (): Map<string, string[]> =>
  new Map(
    [
      ...lists
        .map(read)
        .join('\n')
        .matchAll(/^\| `?(any form|\/[^`]*)`? \| (.*) \|$/gm),
    ].map(([, path = '', names = '']) => [path, [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)]),
  )

/** A page as a list has it. */
export const rowOf = ([address, names]: readonly [string, Iterable<string>]): string => {
  const sorted = [...names].sort().map((name) => `\`${name}\``)
  const shown = address.startsWith('/') ? `\`${address}\`` : address
  return `| ${shown} | ${sorted.join(' ') || '–'} |`
}

import { read } from './documents'

const list = 'docs/integrators/stable-names.md'

export const promise = `The names in ${list} are a promise to the tests of others.`

/** The rows of the list: the address of a page, or `any form`, and the names in its forms. */
export const promised = (): Map<string, string[]> =>
  new Map(
    [...read(list).matchAll(/^\| `?(any form|\/[^`]*)`? \| (.*) \|$/gm)].map(([, path = '', names = '']) => [
      path,
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ]),
  )

/** A page as the list has it. */
export const rowOf = ([address, names]: readonly [string, Iterable<string>]): string => {
  const sorted = [...names].sort().map((name) => `\`${name}\``)
  const shown = address.startsWith('/') ? `\`${address}\`` : address
  return `| ${shown} | ${sorted.join(' ') || '–'} |`
}
